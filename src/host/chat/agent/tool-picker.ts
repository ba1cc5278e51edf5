import * as vscode from 'vscode';
import { showInformation } from '../../display/notification.ts';
import { pickMany } from '../../display/quick-pick.ts';
import type { LentTool, LentTools } from './lent-tools.ts';

const { l10n } = vscode;

/** Lets the person pick which tools of others the agent is offered; none is by itself. */
export async function pickTools(lent: LentTools): Promise<void> {
  const all = lent.all();
  if (all.length === 0) {
    const text = l10n.t(
      'No extension and no MCP server that runs offers tools here. Servers are started in VS Code, by “MCP: List Servers”.',
    );
    void showInformation(text);
    return;
  }
  const title = l10n.t('Tools that the agent may ask to use');
  const picked = await pickMany(all.map(toolItem), { title });
  if (picked !== undefined) await lent.choose(picked.map(({ tool }) => tool));
}

interface ToolItem extends vscode.QuickPickItem, Pick<LentTool, 'tool'> {}

function toolItem({ tool, choice }: LentTool): ToolItem {
  const { source, name, description } = tool;
  const isChanged = choice === 'changed';
  return {
    tool,
    label: name,
    description: isChanged ? l10n.t('{0} · changed since you chose it', source) : source,
    detail: description,
    picked: choice === 'chosen',
  };
}

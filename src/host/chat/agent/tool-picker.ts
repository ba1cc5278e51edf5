import * as vscode from 'vscode';
import { showInformation } from '../../display/notification.ts';
import { pickMany } from '../../display/quick-pick.ts';
import type { ListedTool, VscodeTools } from './vscode-tools.ts';

const { l10n } = vscode;

/** Lets the person pick which external tools the agent is offered; none is by itself. */
export async function pickTools(tools: VscodeTools): Promise<void> {
  const all = tools.all();
  if (all.length === 0) {
    const text = l10n.t(
      'No extension and no MCP server that runs offers tools here. Servers are started in VS Code, by “MCP: List Servers”.',
    );
    void showInformation(text);
    return;
  }
  const title = l10n.t('Tools that the agent may ask to use');
  const picked = await pickMany(all.map(toolItem), { title });
  if (picked !== undefined) await tools.choose(picked.map(({ tool }) => tool));
}

interface ToolItem extends vscode.QuickPickItem, Pick<ListedTool, 'tool'> {}

function toolItem({ tool, choice }: ListedTool): ToolItem {
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

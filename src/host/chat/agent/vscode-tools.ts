// The tools of other extensions, and of the MCP servers that run in VS Code. VS Code lists them all; the agent is
// offered those alone that the person has picked. No server is started here: the person does that in VS Code.
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { JsonObject } from '../../../core/chat/messages/blocks.ts';
import type { ExternalTools } from '../../../core/chat/tools/calls/external-tools.ts';
import type { ExternalTool } from '../../../core/chat/tools/consent/allowances.ts';
import {
  chosenTools,
  parseChosenTools,
  type ToolChoice,
  toolChoice,
} from '../../../core/chat/tools/consent/chosen-tools.ts';

/** In the workspace's own storage, which no file of the workspace reaches. */
const storageKey = 'tidemark.agent.tools';

export interface ListedTool {
  readonly tool: ExternalTool;
  readonly choice: ToolChoice;
}

export class VscodeTools implements ExternalTools {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Those whose source can be told: VS Code's own work in its own chat alone. */
  all(): readonly ListedTool[] {
    const chosen = parseChosenTools(this.#state.get<unknown>(storageKey));
    const owners = toolOwners();
    return vscode.lm.tools.flatMap(({ name, description, inputSchema, tags }) => {
      const source = owners.get(name) ?? (tags.includes('mcp') ? 'MCP' : null);
      if (source === null) return [];
      const tool = { source, name, description, inputSchema: JSON.stringify(inputSchema ?? {}) };
      return [{ tool, choice: toolChoice(tool, chosen, digest) }];
    });
  }

  current(): readonly ExternalTool[] {
    return this.all().flatMap(({ tool, choice }) => (choice === 'chosen' ? [tool] : []));
  }

  /** These and no others are offered from the next run on. */
  async choose(tools: readonly ExternalTool[]): Promise<void> {
    await this.#state.update(storageKey, chosenTools(tools, digest));
  }

  async call({ name }: ExternalTool, input: JsonObject, signal: AbortSignal): Promise<string> {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, cancellation.token);
      return result.content.map(partText).join('\n');
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }
}

function partText(part: unknown): string {
  return part instanceof vscode.LanguageModelTextPart ? part.value : '(A part that is no text is left out.)';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const manifestSchema = z.object({
  contributes: z.object({ languageModelTools: z.array(z.object({ name: z.string() })) }),
});

/** The ids of the extensions that bring tools, by the tools' names. */
function toolOwners(): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { id, packageJSON } of vscode.extensions.all) {
    const manifest = manifestSchema.safeParse(packageJSON);
    if (!manifest.success) continue;
    for (const { name } of manifest.data.contributes.languageModelTools) owners.set(name, id);
  }
  return owners;
}

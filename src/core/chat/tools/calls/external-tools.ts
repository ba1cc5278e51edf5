// External tools: those of servers and extensions that the person has chosen. Their names, descriptions and results are
// untrusted, and what they say of themselves, such as that they only read, counts for nothing.
import { parseJson } from '../../../service/json.ts';
import { isJsonObject, type JsonObject } from '../../messages/blocks.ts';
import { type ExternalTool, isSameTool } from '../consent/allowances.ts';
import { boundedText } from './bounded-text.ts';
import { failed, type OfferedTool, succeeded } from './offered-tool.ts';
import { longestResult } from './reading-tools.ts';

export interface ExternalTools {
  /** As they are now, those that the person has chosen alone. */
  current(): readonly ExternalTool[];
  /** The text of the result; rejects where the tool fails. */
  call(tool: ExternalTool, input: JsonObject, signal: AbortSignal): Promise<string>;
}

/** No tool of ours begins so, and no other can be taken for one of ours. */
const prefix = 'ext_';
/** What services take as a name. */
const longestName = 64;
const longestDescription = 4000;

export function externalTools(external: ExternalTools): readonly OfferedTool[] {
  const names = new Set<string>();
  return external.current().map((tool) => {
    const name = distinctName(tool, names);
    const schema = parseJson(tool.inputSchema);
    return {
      definition: {
        name,
        description: boundedText(tool.description, longestDescription),
        inputSchema: isJsonObject(schema) ? schema : {},
      },
      isReadOnly: false,
      prepare: (input) =>
        Promise.resolve({
          kind: 'prepared',
          action: { kind: 'externalTool', tool },
          preview: { kind: 'externalTool', tool, input },
          run: async (signal) => {
            if (!external.current().some((now) => isSameTool(now, tool)))
              return failed('Not called: this tool is gone, or is another one by now.');
            try {
              return succeeded(boundedText(await external.call(tool, input, signal), longestResult));
            } catch {
              return failed('The tool failed.');
            }
          },
        }),
    };
  });
}

function distinctName({ source, name }: ExternalTool, names: Set<string>): string {
  const wanted = `${prefix}${source}_${name}`.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName);
  let distinct = wanted;
  for (let count = 2; names.has(distinct); count += 1) distinct = `${wanted.slice(0, longestName - 4)}-${count}`;
  names.add(distinct);
  return distinct;
}

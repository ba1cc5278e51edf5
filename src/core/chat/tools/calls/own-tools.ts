import { deleteFileTool, editFileTool, renameFileTool, writeFileTool } from './changing-tools.ts';
import { runCommandTool, type Terminals } from './command-tool.ts';
import type { OfferedTool } from './offered-tool.ts';
import { askPersonTool, type RunDisplay, updatePlanTool } from './person-tools.ts';
import { listFilesTool, problemsTool, readFileTool, searchTool } from './reading-tools.ts';
import type { Workspace } from './workspace.ts';

/** Always in this order: it is a part of what the prompt cache holds. */
export function ownTools(workspace: Workspace, terminals: Terminals, display: RunDisplay): readonly OfferedTool[] {
  return [
    readFileTool(workspace),
    listFilesTool(workspace),
    searchTool(workspace),
    problemsTool(workspace),
    editFileTool(workspace),
    writeFileTool(workspace),
    deleteFileTool(workspace),
    renameFileTool(workspace),
    runCommandTool(terminals),
    askPersonTool(display),
    updatePlanTool(display),
  ];
}

/**
 * The agent's own tools for files. What the model has read is remembered for as long as these tools live: a session.
 */

import type { AgentTool } from "../tool.ts";
import type { Workspace } from "../workspace.ts";
import { createFileMemory } from "./edit/file-memory.ts";
import { editFileTool } from "./edit-file.ts";
import { findFilesTool } from "./find-files.ts";
import { createFolderInstructions } from "./folder-instructions.ts";
import { listFolderTool } from "./list-folder.ts";
import { readFileTool } from "./read-file.ts";
import { searchTextTool } from "./search-text.ts";
import { writeFileTool } from "./write-file.ts";

export function fileTools(workspace: Workspace): readonly AgentTool[] {
  const memory = createFileMemory();
  return [
    readFileTool(workspace, { memory, instructions: createFolderInstructions(workspace) }),
    writeFileTool(workspace, memory),
    editFileTool(workspace, memory),
    listFolderTool(workspace),
    findFilesTool(workspace),
    searchTextTool(workspace),
  ];
}

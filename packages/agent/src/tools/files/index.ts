/**
 * The agent's own tools for files. What the model has read is remembered for as long as these tools live: a session.
 */

import { createFileMemory, type Workspace } from "@tenon/workspace";

import type { AgentTool } from "../tool.ts";
import { editFileTool } from "./edit-file.ts";
import { fileWords } from "./file-words.ts";
import { findFilesTool } from "./find-files.ts";
import { createFolderInstructions } from "./folder-instructions.ts";
import { listFolderTool } from "./list-folder.ts";
import { readFileTool } from "./read-file.ts";
import { searchTextTool } from "./search-text.ts";
import { writeFileTool } from "./write-file.ts";

export function fileTools(workspace: Workspace): readonly AgentTool[] {
  const words = fileWords(workspace);
  const files = { workspace, memory: createFileMemory(words), words };
  return [
    readFileTool(files, createFolderInstructions(workspace)),
    writeFileTool(files),
    editFileTool(files),
    // They look at the disk; on the client's machine commands do the same.
    ...(workspace.tree === "client"
      ? []
      : [listFolderTool(workspace), findFilesTool(workspace), searchTextTool(workspace)]),
  ];
}

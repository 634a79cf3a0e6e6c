/**
 * Writes a whole text file.
 */

import { prepareWrite, readArguments, type RememberedFiles } from "@tenon/workspace";

import type { AgentTool } from "../tool.ts";

export function writeFileTool(files: RememberedFiles): AgentTool {
  return {
    definition: {
      name: "write_file",
      description:
        "Writes a whole text file, and makes the folders it needs. A file that exists must have been read before. " +
        "To change parts of a file, use edit_file.",
      inputSchema: {
        type: "object",
        properties: {
          path: { type: "string", description: "The file, from the working folder or absolute" },
          content: { type: "string", description: "The whole text" },
        },
        required: ["path", "content"],
      },
    },
    async prepare(args, options) {
      const given = readArguments(args);
      return await prepareWrite(files, { path: given.text("path"), content: given.text("content") }, options);
    },
  };
}

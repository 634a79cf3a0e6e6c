/**
 * Changes parts of a text file, exactly.
 */

import { type Arguments, type Edit, prepareEdit, readArguments, type RememberedFiles } from "@tenon/workspace";

import type { ModelTool } from "../../model/model.ts";
import type { AgentTool } from "../tool.ts";

const EDIT_FILE: ModelTool = {
  name: "edit_file",
  description:
    "Replaces parts of a text file that you have read. Each old_text must be in the file exactly, whitespace included, " +
    "and only once unless replace_all is set. The edits are made in order, all of them or none.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, from the working folder or absolute" },
      edits: {
        type: "array",
        description: "What to replace, in order",
        items: {
          type: "object",
          properties: {
            old_text: { type: "string", description: "The text to replace, with enough around it to be unique" },
            new_text: { type: "string", description: "The text to put in its place; empty to delete it" },
            replace_all: { type: "boolean", description: "Replace it everywhere in the file" },
          },
          required: ["old_text", "new_text"],
        },
      },
    },
    required: ["path", "edits"],
  },
};

export function editFileTool(files: RememberedFiles): AgentTool {
  return {
    definition: EDIT_FILE,
    async prepare(args, options) {
      const given = readArguments(args);
      return await prepareEdit(files, { path: given.text("path"), edits: given.list("edits").map(readEdit) }, options);
    },
  };
}

function readEdit(edit: Arguments): Edit {
  return { oldText: edit.text("old_text"), newText: edit.text("new_text"), replaceAll: edit.flag("replace_all") };
}

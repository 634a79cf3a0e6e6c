/**
 * Changes parts of a text file, exactly. The file must be as the model has read it; its endings and encoding stay.
 */

import { withPlainEndings } from "@tenon/workspace";

import type { ModelTool } from "../../model/model.ts";
import { type Arguments, readArguments } from "../read-arguments.ts";
import { ToolError } from "../tool-error.ts";
import type { AgentTool } from "../tool.ts";
import type { OpenedText, Place, Workspace } from "../workspace.ts";
import { applyEdits, type Edit } from "./edit/apply-edits.ts";
import type { FileMemory } from "./edit/file-memory.ts";
import { showChange } from "./edit/show-change.ts";
import { textPart } from "../tool-content.ts";
import { missingFile } from "./missing-file.ts";

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

export function editFileTool(workspace: Workspace, memory: FileMemory): AgentTool {
  return {
    definition: EDIT_FILE,
    async prepare(args, { signal }) {
      const given = readArguments(args);
      const place = await workspace.place(given.text("path"), "write");
      const edits = given.list("edits").map(readEdit);
      if (edits.length === 0) throw new ToolError("edits is empty.");
      // Before it is allowed, the model must not learn anything of a file that it may not read.
      const mayLook = memory.knows(place) || workspace.mayRead({ ...place.subject, access: "read" });
      const before = mayLook ? (await textToEdit(place, signal)).text : undefined;
      const after = before === undefined ? undefined : applyEdits(before, edits);
      return {
        title: `Edit ${place.name}`,
        kind: "edit",
        ...(before === undefined || after === undefined ? showEdits(place, edits) : showChange(place, before, after)),
        subjects: [place.subject],
        run: ({ signal }) =>
          memory.inTurn(place, async () => {
            const { text: now, write } = await textToEdit(place, signal);
            // Another call of the same answer may have changed it meanwhile; then the diff is another.
            const result = now === before && after !== undefined ? after : applyEdits(now, edits);
            await write(result);
            memory.remember(place, result);
            const shown = now === before ? {} : showChange(place, now, result);
            return { parts: [textPart(`Edited ${place.name}.`)], isError: false, ...shown };
          }),
      };
    },
  };

  async function textToEdit(place: Place, signal: AbortSignal): Promise<OpenedText & { readonly text: string }> {
    const { text, write } = await workspace.openText(place, { signal });
    if (text === undefined) throw await missingFile(place, { workspace, signal });
    memory.requireSeen(place, text);
    return { text, write };
  }
}

/** The edits as they were given, where the file itself may not be looked at. */
function showEdits({ clientPath: path }: Place, edits: readonly Edit[]) {
  return {
    content: edits.map(({ oldText, newText }) => ({ type: "diff" as const, path, oldText, newText })),
    locations: [{ path }],
  };
}

/** A model reads `\n` only, and so must mean it. */
function readEdit(edit: Arguments): Edit {
  return {
    oldText: withPlainEndings(edit.text("old_text")),
    newText: withPlainEndings(edit.text("new_text")),
    replaceAll: edit.flag("replace_all"),
  };
}

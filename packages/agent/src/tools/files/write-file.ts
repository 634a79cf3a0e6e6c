/**
 * Writes a whole text file. One that exists must be as the model has read it; its endings and encoding stay.
 */

import { readArguments } from "../read-arguments.ts";
import { ToolError } from "../tool-error.ts";
import type { AgentTool } from "../tool.ts";
import type { Place, Workspace } from "../workspace.ts";
import type { FileMemory } from "./edit/file-memory.ts";
import { showChange } from "./edit/show-change.ts";
import { textPart } from "../tool-content.ts";

export function writeFileTool(workspace: Workspace, memory: FileMemory): AgentTool {
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
    async prepare(args, { signal }) {
      const given = readArguments(args);
      const place = await workspace.place(given.text("path"), "write");
      const content = given.text("content");
      // Before it is allowed, the model must not learn whether a file is there that it may not read.
      const mayLook = memory.knows(place) || workspace.mayRead({ ...place.subject, access: "read" });
      const before = mayLook ? await seenText(place, signal) : undefined;
      return {
        title: `Write ${place.name}`,
        kind: "edit",
        ...showChange(place, before ?? null, content),
        subjects: [place.subject],
        run: ({ signal }) =>
          memory.inTurn(place, async () => {
            const file = await workspace.openText(place, { signal });
            if (!mayLook && file.text !== undefined) memory.requireSeen(place, file.text);
            // The user who allowed it has seen what would be replaced.
            if (file.text !== before) throw new ToolError(`${place.name} was changed meanwhile. Read it again.`);
            await file.write(content);
            memory.remember(place, content);
            const what = before === undefined ? "Created" : "Wrote";
            return { parts: [textPart(`${what} ${place.name}.`)], isError: false };
          }),
      };
    },
  };

  async function seenText(place: Place, signal: AbortSignal): Promise<string | undefined> {
    const text = await workspace.readText(place, { signal });
    if (text !== undefined) memory.requireSeen(place, text);
    return text;
  }
}

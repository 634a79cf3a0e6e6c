/**
 * Writes a whole text file. One that exists must be as the model has read it; its endings and encoding stay.
 */

import type { WorkspacePath, Workspace } from "../session/workspace.ts";
import { ToolError } from "../tool-error.ts";
import type { FileMemory } from "./editing/file-memory.ts";
import { showChange } from "./editing/show-change.ts";
import { type Operation, textPart } from "./operation.ts";
import type { FileWords } from "./wording.ts";

/** The files of a session, with what its model has seen of them. */
export interface RememberedFiles {
  readonly workspace: Workspace;
  readonly memory: FileMemory;
  readonly words: FileWords;
}

export async function prepareWrite(
  { workspace, memory, words }: RememberedFiles,
  { path, content }: { readonly path: string; readonly content: string },
  { signal }: { readonly signal: AbortSignal },
): Promise<Operation> {
  const place = await workspace.place(path, "write");
  // Before it is allowed, the model must not learn whether a file is there that it may not read.
  const mayLook = memory.knows(place) || workspace.mayRead({ ...place.subject, access: "read" });
  const before = mayLook ? await seenText(place) : undefined;
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
        if (file.text !== before) throw new ToolError(`${place.name} has changed since it was read. Read it again.`);
        await file.write(content);
        memory.remember(place, content);
        return { parts: [textPart(words.wrote(place, before === undefined))], isError: false };
      }),
  };

  async function seenText(place: WorkspacePath): Promise<string | undefined> {
    const text = await workspace.readText(place, { signal });
    if (text !== undefined) memory.requireSeen(place, text);
    return text;
  }
}

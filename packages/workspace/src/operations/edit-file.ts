/**
 * Changes parts of a text file, exactly. The file must be as the model has read it; its endings and encoding stay.
 */

import { withPlainEndings } from "../files/line-endings.ts";
import type { OpenedText, WorkspacePath } from "../session/workspace.ts";
import { ToolError } from "../tool-error.ts";
import { applyEdits, type Edit } from "./editing/apply-edits.ts";
import { showChange } from "./editing/show-change.ts";
import { type Operation, textPart } from "./operation.ts";
import type { RememberedFiles } from "./write-file.ts";

export async function prepareEdit(
  { workspace, memory, words }: RememberedFiles,
  request: { readonly path: string; readonly edits: readonly Edit[] },
  { signal }: { readonly signal: AbortSignal },
): Promise<Operation> {
  const place = await workspace.place(request.path, "write");
  const edits = request.edits.map(withEndingsOfModel);
  if (edits.length === 0) throw new ToolError("edits is empty.");
  // Before it is allowed, the model must not learn anything of a file that it may not read.
  const mayLook = memory.knows(place) || workspace.mayRead({ ...place.subject, access: "read" });
  const before = mayLook ? (await textToEdit(place, signal)).text : undefined;
  const after = before === undefined ? undefined : applyEdits(before, edits, words);
  return {
    title: `Edit ${place.name}`,
    kind: "edit",
    ...(before === undefined || after === undefined ? showEdits(place, edits) : showChange(place, before, after)),
    subjects: [place.subject],
    run: ({ signal }) =>
      memory.inTurn(place, async () => {
        const { text: now, write } = await textToEdit(place, signal);
        // Another call of the same answer may have changed it meanwhile; then the diff is another.
        const result = now === before && after !== undefined ? after : applyEdits(now, edits, words);
        await write(result);
        memory.remember(place, result);
        const shown = now === before ? {} : showChange(place, now, result);
        return { parts: [textPart(words.edited(place))], isError: false, ...shown };
      }),
  };

  async function textToEdit(
    place: WorkspacePath,
    signal: AbortSignal,
  ): Promise<OpenedText & { readonly text: string }> {
    const { text, write } = await workspace.openText(place, { signal });
    if (text === undefined) throw await words.missing(place, { signal });
    memory.requireSeen(place, text);
    return { text, write };
  }
}

/** The edits as they were given, where the file itself may not be looked at. */
function showEdits({ clientPath: path }: WorkspacePath, edits: readonly Edit[]) {
  return {
    content: edits.map(({ oldText, newText }) => ({ type: "diff" as const, path, oldText, newText })),
    locations: [{ path }],
  };
}

/** A model reads `\n` only, and so must mean it. */
function withEndingsOfModel({ oldText, newText, replaceAll }: Edit): Edit {
  return { oldText: withPlainEndings(oldText), newText: withPlainEndings(newText), replaceAll };
}

/**
 * Exact replacements, one after the other, in one text. All of them fit, or none is made.
 */

import { ToolError } from "../../tool-error.ts";
import type { EditWords } from "../wording.ts";
import { explainMissing } from "./explain-missing.ts";
import { lineAt } from "./lines.ts";

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export function applyEdits(text: string, edits: readonly Edit[], words: EditWords): string {
  return edits.reduce((current, edit, index) => {
    const which = edits.length > 1 ? `edits[${index}]` : "The edit";
    return applyEdit(current, edit, { which, words });
  }, text);
}

function applyEdit(
  text: string,
  { oldText, newText, replaceAll }: Edit,
  { which, words }: { readonly which: string; readonly words: EditWords },
): string {
  const { oldText: old, newText: replacement, writeTool } = words;
  if (oldText === "") throw new ToolError(`${which}: ${old} is empty. To write a whole file, use ${writeTool}.`);
  if (oldText === newText) throw new ToolError(`${which}: ${old} and ${replacement} are the same.`);
  const [first, ...others] = placesOf(oldText, text);
  if (first === undefined) throw new ToolError(`${which}: ${explainMissing({ text, oldText, newText }, words)}`);
  if (others.length > 0 && !replaceAll) {
    const lines = [first, ...others].map((at) => lineAt(text, at));
    throw new ToolError(
      `${which}: ${old} occurs ${lines.length} times, at lines ${shortList(lines)}. ` +
        "Add surrounding lines until it is unique, or set replace_all.",
    );
  }
  // Not `replaceAll`: it takes `$&` and the like in the new text for something else [L-01].
  return text.split(oldText).join(newText);
}

function placesOf(part: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

const MAX_NAMED = 20;

function shortList(lines: readonly number[]): string {
  const more = lines.length > MAX_NAMED ? ", …" : "";
  return lines.slice(0, MAX_NAMED).join(", ") + more;
}

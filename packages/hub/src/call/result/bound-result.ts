/**
 * A tool's result for the model: all of its content, but not more than the model can take. The result itself is not
 * changed; the client gets it with every block.
 *
 * Servers say things in `content`, in `structuredContent`, or in both, and the specification leaves open who reads
 * which. Our rule, the same for results and for errors:
 *
 * | content                     | structuredContent | the model reads                 | because                              |
 * | --------------------------- | ----------------- | ------------------------------- | ------------------------------------ |
 * | something                   | none              | content, without blank text     | providers refuse blank text          |
 * | none, or only blank text    | something         | structuredContent as JSON       | or it would get nothing       |
 * | structuredContent as JSON   | the same          | content, so the JSON once       | twice costs twice             |
 * | something else              | something         | content                         | it was written for the model  |
 * | none                        | none              | a sentence that there is nothing | models take silence for a mistake   |
 *
 * `isError` is passed on as it is: it is never guessed from words, nor does it change which words are read.
 */

import { charactersOf, fitParts, isWorded } from "./fit-parts.ts";
import type { ModelPart, ModelResult } from "./model-result.ts";
import { notKept, readBlock, readUnknown } from "./read-block.ts";
import type { Keep } from "./spill-folder.ts";

/** What we read of a result: `CallToolResult`, but also from servers that leave out `content` or add blocks to it. */
export interface ToolResult {
  readonly content?: readonly unknown[] | null | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

export interface BoundOptions {
  /** How many characters of words the model gets. */
  readonly characters: number;
  /** Keeps what does not fit, and what is not for reading. If it fails, the result says so. */
  readonly keep: Keep;
}

/** Never rejects. */
export async function boundResult(result: ToolResult, options: BoundOptions): Promise<ModelResult> {
  const { characters, keep } = options;
  const isError = result.isError === true;
  const parts = (await partsOf(result, keep)).map(wellFormed);
  const total = charactersOf(parts);
  if (total <= characters) return { parts, isError };
  const texts = parts.filter(isWorded).map(({ text }) => text);
  const where = await keep({ texts, extension: "txt" }).then(({ path }) => `All of it is in ${path}`, notKept);
  const sentence = (leftOut: number) => `[${leftOut} of ${total} characters omitted here. ${where}.]`;
  return { parts: fitParts(parts, { characters, sentence }), isError };
}

async function partsOf({ content, structuredContent, isError }: ToolResult, keep: Keep): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for (const block of content ?? []) parts.push(await readBlock(block, keep));
  const nonEmpty = parts.filter((part) => !isWorded(part) || part.text.trim() !== "");
  if (nonEmpty.length > 0) return nonEmpty;
  if (structuredContent !== undefined) return [await readUnknown(structuredContent, keep)];
  return [
    {
      type: "text",
      text: isError === true ? "(The tool failed without a message.)" : "(The tool returned no content.)",
    },
  ];
}

/** Half a code point, which JSON can carry and providers refuse. */
function wellFormed(part: ModelPart): ModelPart {
  return isWorded(part) ? { ...part, text: part.text.toWellFormed() } : part;
}

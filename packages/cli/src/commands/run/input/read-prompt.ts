/**
 * What the agent is asked: the words of the command line, a file, and standard input.
 *
 * Standard input is read only if there is no other prompt, or for `-`: scripts often leave it open, and reading it would
 * never end.
 */

import { size, t } from "../../../messages/t.ts";
import { readGivenFile } from "../../../arguments/read-given-file.ts";
import { UsageError } from "../../../process/usage-error.ts";

const MAX_BYTES = 16 * 1024 * 1024;

export async function readPrompt(
  given: { readonly words: readonly string[]; readonly file?: string | undefined },
  input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean },
): Promise<string> {
  const words = given.words.filter((word) => word !== "-").join(" ");
  const isAsked = given.words.includes("-");
  const isNeeded = given.words.length === 0 && given.file === undefined && input.isTTY !== true;
  const parts = [
    words,
    given.file === undefined ? "" : decode(await readGivenFile("--file", given.file), `--file ${given.file}`),
    isAsked || isNeeded ? await readAll(input) : "",
  ];
  const prompt = parts.filter((part) => part.trim() !== "").join("\n\n");
  if (prompt === "") {
    throw new UsageError(t('The prompt is empty. Example: tenon run "Explain this project"'));
  }
  return prompt;
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES)
      throw new UsageError(t("Standard input is larger than the limit of {limit}", { limit: size(MAX_BYTES) }));
  }
  return decode(Buffer.concat(chunks), t("Standard input"));
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(t("{what} is not UTF-8 text; pass binary files with --attach", { what }), { cause });
  }
}

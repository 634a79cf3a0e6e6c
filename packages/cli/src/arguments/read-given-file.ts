import { readFile } from "node:fs/promises";

import { errorMessage } from "@tenon/basis";

import { t } from "../messages/t.ts";
import { UsageError } from "../process/usage-error.ts";

/** `subject` is what names the file: a flag, or an argument. */
export async function readGivenFile(subject: string, file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: unknown) => {
    throw cannotRead(subject, file, cause);
  });
}

export function cannotRead(subject: string, file: string, cause: unknown): UsageError {
  // Node.js repeats the path: ENOENT: no such file or directory, open '/x'.
  const [, code, reason] = /^([A-Z]+): ([^,]+), \w+/.exec(errorMessage(cause)) ?? [];
  const why = reason === undefined ? errorMessage(cause) : `${reason} (${code})`;
  return new UsageError(t("{subject}: cannot read {file}: {why}", { subject, file, why }), { cause });
}

/** The text of a file with one secret in it. */
export async function readSecretFile(flag: string, file: string): Promise<string> {
  const secret = (await readGivenFile(flag, file)).toString().trim();
  if (secret === "") throw new UsageError(t("{flag}: {file} is empty", { flag, file }));
  return secret;
}

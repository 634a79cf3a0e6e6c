/** Writes a settings file in place of one with exactly this content; its links and its mode stay. */

import { randomUUID } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";

import { writeAside } from "@tenon/basis/node";

import { t } from "../messages/t.ts";

class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
  readonly code = "changed_meanwhile";
}

export async function writeSettings(file: string, from: string, to: string): Promise<void> {
  const path = await realpath(file);
  const content = await readFile(path, "utf8");
  // Half of an earlier attempt was done.
  if (content === to) return;
  if (content !== from) throw new ChangedMeanwhileError(t("{file} was changed by another program", { file }));
  const { mode } = await stat(path);
  await writeAside({ temporary: `${path}.${randomUUID()}.tmp`, path, content: to, mode: mode & 0o777 });
}

/**
 * What a fix has changed, kept so that it can be undone: the files as they were and as they were written. They may hold
 * keys, so only the user can read them.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { arrayOf, isObject, isString, objectOf, parseJson } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";

import { t } from "../../../messages/t.ts";
import type { ChangedFile } from "../../../settings/change-text.ts";

export interface FixRecord {
  readonly path: string;
  readonly files: readonly ChangedFile[];
}

/** `at` names the record; records are undone from the last to the first. */
export async function keepRecord(folder: string, at: Date, files: readonly ChangedFile[]): Promise<FixRecord> {
  const path = join(folder, `${at.toISOString().replaceAll(":", "-")}.json`);
  await writePrivateFile(path, JSON.stringify({ files }, undefined, 2));
  return { path, files };
}

export async function lastRecord(folder: string): Promise<FixRecord | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names
    .filter((one) => one.endsWith(".json"))
    .toSorted()
    .at(-1);
  if (name === undefined) return undefined;
  const path = join(folder, name);
  const { text, isPrivate } = await readPrivateFile(path);
  // What another user may have written is not written into the user's settings.
  if (!isPrivate) throw new Error(t("{file} can be written by other users; it is not used", { file: path }));
  return { path, files: arrayOf(objectOf(parseJson(text))["files"], isChangedFile) ?? [] };
}

export async function dropRecord({ path }: FixRecord): Promise<void> {
  await rm(path, { force: true });
}

function isChangedFile(value: unknown): value is ChangedFile {
  return isObject(value) && isString(value["file"]) && isString(value["before"]) && isString(value["after"]);
}

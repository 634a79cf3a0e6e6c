/**
 * The rules that servers suggested and the user accepted, in one file beside the configuration. Sessions follow it; who wants
 * another rule edits it.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { objectOf, parseJson, systemCode } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";
import { PACKS_FILE } from "@tenon/hub/config";
import { parseRules, type Rule } from "@tenon/policy";

import { t } from "../messages/t.ts";

/** Replaces the rules of this server; none removes them. Returns how many it had before. Rejects if the file is invalid. */
export async function storePack(folder: string, server: string, rules: readonly Rule[]): Promise<number> {
  const file = join(folder, PACKS_FILE);
  const stored = await readPacks(file);
  const others = stored.filter(({ when }) => ![when.server].flat().includes(server));
  await mkdir(folder, { recursive: true });
  const policy = { rules: [...others, ...rules] };
  await writePrivateFile(file, `${JSON.stringify({ policy }, undefined, 2)}\n`);
  return stored.length - others.length;
}

async function readPacks(file: string): Promise<readonly Rule[]> {
  try {
    const { text } = await readPrivateFile(file);
    const document = parseJson(text);
    if (document === undefined) throw new Error(t("{file} is not valid JSON; correct or delete it", { file }));
    return parseRules(objectOf(document)["policy"]);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

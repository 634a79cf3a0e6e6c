/**
 * `tenon tools import`: servers of other programs, copied into a `tenon.json`. A project's are not trusted by that: others
 * wrote them.
 */

import { homedir } from "node:os";

import { errorMessage, objectOf, stringOf } from "@tenon/basis";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { warn } from "../../process/warn.ts";
import { textTable } from "../../terminal/text-table.ts";
import { changeFile, type FileFlags, foldersOf } from "./change-file.ts";
import { oneLine } from "./list.ts";
import { withServers } from "./servers/edit-servers.ts";
import { chooseServer, type ForeignServer, foreignServers } from "./servers/foreign-servers.ts";
import { checkEntry } from "./servers/server-entry.ts";
import { entryIn, readServerFile, type ServerFile } from "./servers/server-file.ts";

export interface ImportFlags extends FileFlags {
  readonly from?: string;
  readonly all: boolean;
}

export async function runImport(flags: ImportFlags, ...names: readonly string[]): Promise<void> {
  const { scope = "user", from, all } = flags;
  if (all && names.length > 0) throw new UsageError(t("--all and names cannot be combined"));
  const folders = foldersOf(flags);
  const { platform, env: environment } = process;
  const machine = { platform, environment, home: homedir(), cwd: folders.cwd };
  const found = await foreignServers({ ...machine, scope, from, onFault: warn });
  const read = await readServerFile(scope, folders);
  if (!all && names.length === 0) return await list(found, read, flags);
  for (const name of names) {
    if (entryIn(read, name)) throw new UsageError(t('"{name}" is already in {file}', { name, file: read.file }));
  }
  const wanted = all ? newNames(found, read) : [...new Set(names)];
  const taken: ForeignServer[] = [];
  const refused: { readonly name: string; readonly reason: string }[] = [];
  for (const name of wanted) {
    try {
      const server = chooseServer(name, found);
      const notes = await checkEntry(server.entry, { name, scope, file: read.file, cwd: folders.cwd });
      notes.forEach(warn);
      taken.push(server);
    } catch (error) {
      refused.push({ name, reason: errorMessage(error) });
    }
  }
  for (const { name, reason } of refused) {
    warn(t("{name} is not imported: {reason}", { name: oneLine(name), reason: oneLine(reason) }));
  }
  if (taken.length > 0) {
    const entries = Object.fromEntries(taken.map(({ name, entry }) => [name, entry]));
    await changeFile(read, withServers(read, entries), flags);
  }
  await report({ taken, refused, read }, flags);
  if (refused.length > 0 && !all) throw new Error(t("Not every server was imported"));
}

interface Outcome {
  readonly taken: readonly ForeignServer[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  readonly read: ServerFile;
}

async function report({ taken, refused, read }: Outcome, { json }: ImportFlags): Promise<void> {
  const { file, scope } = read;
  if (json) {
    const imported = taken.map(({ name, client }) => ({ name, from: client }));
    return await writeStdout(`${JSON.stringify({ imported, refused, scope, file }, undefined, 2)}\n`);
  }
  if (taken.length === 0) return await writeStdout(`${t("Nothing was imported.")}\n`);
  const names = taken
    .map(({ name, title }) => t("{name} ({program})", { name: oneLine(name), program: title }))
    .join(", ");
  const next =
    scope === "project" ? t("To trust what is in it, run: tenon tools trust") : t("Running sessions pick them up.");
  await writeStdout(`${t("Imported {names} to {file}. {next}", { names, file, next })}\n`);
}

async function list(found: readonly ForeignServer[], read: ServerFile, { json }: ImportFlags): Promise<void> {
  const rows = found.map(({ name, client, file, entry }) => {
    return { name, from: client, file, runs: targetOf(entry), exists: entryIn(read, name) !== undefined };
  });
  if (json) return await writeStdout(`${JSON.stringify(rows, undefined, 2)}\n`);
  if (rows.length === 0) return await writeStdout(`${t("No servers found in the files of other programs.")}\n`);
  const lines = rows.map(({ name, from, runs, exists }) =>
    [name, from, runs, exists ? t("already there") : ""].map(oneLine),
  );
  await writeStdout(textTable([[t("SERVER"), t("FROM"), t("RUNS"), ""], ...lines]));
  await writeStdout(`\n${t("To import some, run: tenon tools import <server>…, or --all")}\n`);
}

function newNames(found: readonly ForeignServer[], read: ServerFile): readonly string[] {
  return [...new Set(found.map(({ name }) => name))].filter((name) => !entryIn(read, name));
}

/** Arguments and the rest of a URL may hold keys. */
function targetOf(entry: unknown): string {
  const { command, url, serverUrl, httpUrl } = objectOf(entry);
  const address = [httpUrl, serverUrl, url].map(stringOf).find((one) => one !== undefined);
  if (address !== undefined) return URL.canParse(address) ? new URL(address).origin : t("a URL");
  return stringOf(command) ?? "";
}

/**
 * The files that declare servers, as they are written. Reading fails for a file that cannot be changed safely.
 */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";

import { isObject, type JsonObject, objectOf } from "@tenon/basis";
import { writeAside } from "@tenon/basis/node";
import { parseJson, pathTo, formatProblem, readTextFile } from "@tenon/hub/config";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { writeSettings } from "../../../settings/write-settings.ts";

export type Scope = "user" | "project";

export interface Folders {
  readonly cwd: string;
  readonly userFolder: string;
}

export interface ServerFile {
  readonly scope: Scope;
  readonly file: string;
  /** Undefined if there is no such file. */
  readonly text: string | undefined;
  /** Where its servers are; both keys may be there. */
  readonly lists: readonly ServersAt[];
}

export interface ServersAt {
  readonly key: "mcpServers" | "servers";
  readonly servers: JsonObject;
}

export interface FoundServer extends ServerFile {
  /** The path of the list that has it. */
  readonly list: string;
  /** The path of the entry. */
  readonly path: string;
  readonly entry: JsonObject;
}

export async function readServerFile(scope: Scope, { cwd, userFolder }: Folders): Promise<ServerFile> {
  return await readFileOf(scope, join(scope === "user" ? userFolder : cwd, "tenon.json"));
}

/** The one entry of this name; one that two scopes have must be chosen by scope. */
export async function findServer(name: string, scope: Scope | undefined, folders: Folders): Promise<FoundServer> {
  const files = await readAll(scope, folders);
  const found = files.flatMap((file) => entryIn(file, name) ?? []);
  const [first] = found;
  if (!first) {
    const names = files.flatMap(({ lists }) => lists.flatMap(({ servers }) => Object.keys(servers)));
    const searched = files.map(({ file }) => file).join(", ");
    const known = [...new Set(names)].join(", ") || t("none");
    throw new UsageError(
      t('No server "{name}" in {files}. Available: {names}.', { name, files: searched, names: known }),
    );
  }
  if (found.some((other) => other.scope !== first.scope)) {
    const both = found.map(({ file }) => file).join(t(" and "));
    throw new UsageError(
      t('"{name}" is in {files}. Choose with --scope user or --scope project.', { name, files: both }),
    );
  }
  return first;
}

/** Whether any file has it. */
export async function isDeclared(name: string, folders: Folders): Promise<boolean> {
  return (await readAll(undefined, folders)).some((file) => entryIn(file, name) !== undefined);
}

/** The strongest first. */
async function readAll(scope: Scope | undefined, { cwd, userFolder }: Folders): Promise<readonly ServerFile[]> {
  const user = { scope: "user", file: join(userFolder, "tenon.json") } as const;
  const project = ["tenon.json", ".mcp.json"].map((name) => ({ scope: "project" as const, file: join(cwd, name) }));
  const wanted = [...project.filter(({ file }) => file !== user.file), user].filter(
    (one) => scope === undefined || one.scope === scope,
  );
  return await Promise.all(wanted.map((one) => readFileOf(one.scope, one.file)));
}

export function entryIn(file: ServerFile, name: string): FoundServer | undefined {
  const at = file.lists.find(({ servers }) => Object.hasOwn(servers, name));
  if (!at) return undefined;
  return { ...file, list: at.key, path: pathTo(at.key, name), entry: objectOf(at.servers[name]) };
}

/** Rejects if the file is not as it was read. */
export async function writeServerFile({ file, text, scope }: ServerFile, after: string): Promise<void> {
  if (text !== undefined) return await writeSettings(file, text, after);
  if (existsSync(file)) throw new Error(t("{file} was changed by another program", { file }));
  await mkdir(dirname(file), { recursive: true });
  // The user's file may hold keys; the project's is shared.
  const mode = scope === "user" ? 0o600 : 0o644;
  await writeAside({ temporary: `${file}.${randomUUID()}.tmp`, path: file, content: after, mode });
}

async function readFileOf(scope: Scope, file: string): Promise<ServerFile> {
  const found = await readTextFile(file);
  if (found === undefined) return { scope, file, text: undefined, lists: [] };
  if ("fault" in found) throw new Error(t("{file}: {fault}. It was not changed.", { file, fault: found.fault }));
  if (found.text.trim() === "") return { scope, file, text: found.text, lists: [] };
  const parsed = parseJson(found.text);
  if (!parsed.isJson) {
    const { message, position } = parsed;
    const problem = formatProblem({ level: "error", code: "syntax", file, message, ...position });
    throw new Error(t("{problem}. It was not changed; fix it first.", { problem }));
  }
  if (!isObject(parsed.value))
    throw new Error(t("{file}: must be a JSON object. It was not changed; fix it first.", { file }));
  const { value } = parsed;
  const lists = (["mcpServers", "servers"] as const).flatMap((key) => {
    const servers = value[key];
    return isObject(servers) ? [{ key, servers }] : [];
  });
  return { scope, file, text: found.text, lists };
}

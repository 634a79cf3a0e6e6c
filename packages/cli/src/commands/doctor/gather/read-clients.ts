/**
 * The files of all clients that we know, and the servers in them. Reads only.
 */

import { join } from "node:path";

import { defined, isString } from "@tenon/basis";
import { declareEntry, pathTo, type Position, readTextFile } from "@tenon/hub/config";
import type { ServerSpec } from "@tenon/hub";

import { clientEntries, type ClientEntry, withKnownVariables } from "../../../clients/client-entries.ts";
import type { ClientKind } from "../../../clients/client-kind.ts";
import { clientKinds } from "../../../clients/client-kinds.ts";
import { locateFile, type Machine } from "../../../clients/locate-files.ts";
import { type Document, parseDocument } from "../../../clients/parse-document.ts";
import type { FileFacts, ServerFacts } from "../facts.ts";
import { serverFacts } from "./server-facts.ts";

export interface ReadClient {
  readonly file: FileFacts;
  readonly servers: readonly ServerFacts[];
}

export interface ReadClientsOptions extends Machine {
  /** Whether servers of a project's files may be started. */
  readonly isProjectTrusted: boolean;
}

/** Files that are not there are left out. */
export async function readClients(options: ReadClientsOptions): Promise<readonly ReadClient[]> {
  const reading = clientKinds.flatMap((kind) => [
    ...kind.userFiles.map((name) => readClient(kind, { file: locateFile(name, options), scope: "user" }, options)),
    ...(kind.projectFiles ?? []).map((name) =>
      readClient(kind, { file: join(options.cwd, name), scope: "project" }, options),
    ),
  ]);
  return (await Promise.all(reading)).filter((found) => found !== undefined);
}

interface Where {
  readonly file: string;
  readonly scope: "user" | "project";
}

async function readClient(
  kind: ClientKind,
  where: Where,
  options: ReadClientsOptions,
): Promise<ReadClient | undefined> {
  const found = await readTextFile(where.file);
  if (found === undefined) return undefined;
  const { id: client, title, agent, maxTools } = kind;
  const file = {
    client,
    title,
    ...where,
    duplicates: [],
    agents: agent === undefined ? [] : [agent],
    ...defined({ maxTools }),
  };
  if ("fault" in found) return { file: { ...file, fault: { message: found.fault } }, servers: [] };
  const document = await parseDocument(found.text, kind.format);
  if (!document.isRead) {
    const { isRead: _, ...fault } = document;
    return { file: { ...file, fault }, servers: [] };
  }
  const servers = clientEntries(kind, document.value, options).map((entry) =>
    serverOf(entry, { kind, where, document, options }),
  );
  return { file: { ...file, duplicates: duplicatesOf(kind, document) }, servers };
}

interface Reading {
  readonly kind: ClientKind;
  readonly where: Where;
  readonly document: Extract<Document, { isRead: true }>;
  readonly options: ReadClientsOptions;
}

function serverOf({ name, entry, keys }: ClientEntry, reading: Reading): ServerFacts {
  const { kind, where, document, options } = reading;
  const path = keys.reduce(pathTo, "");
  const positionOf = (at: string): Position | undefined => document.positionOf(at);
  const { server: spec, problems } = declareEntry(
    { name, entry: withKnownVariables(entry, options), source: where.scope, file: where.file, path, positionOf },
    { environment: options.environment, workspaceFolder: options.cwd },
  );
  const held = heldBy(spec, { entry, scope: where.scope, isTrusted: options.isProjectTrusted });
  const isOfProject = where.scope === "project" && spec.type !== "held";
  const declared = isOfProject ? { ...spec, isTrusted: options.isProjectTrusted } : spec;
  return {
    ...serverFacts(declared, { ...where, client: kind.id, title: kind.title }, entry),
    problems: held === "asks the user" ? [] : problems,
    ...defined({ held, line: positionOf(path)?.line }),
  };
}

function heldBy(
  spec: ServerSpec,
  { entry, scope, isTrusted }: { readonly entry: unknown; readonly scope: string; readonly isTrusted: boolean },
): ServerFacts["held"] {
  if (spec.type === "held" && spec.state === "disabled") return "disabled";
  if (/\$\{(?:input|prompt[A-Za-z]*|command):/.test(JSON.stringify(entry) ?? "")) return "asks the user";
  if (spec.type === "held") return "invalid";
  return scope === "project" && !isTrusted ? "not trusted" : undefined;
}

function duplicatesOf(kind: ClientKind, { duplicates }: { readonly duplicates: readonly string[] }): readonly string[] {
  const lists = kind.keys.map((keys) => keys.reduce(pathTo, ""));
  return duplicates.flatMap((path) => lists.map((list) => nameBelow(list, path))).filter(isString);
}

/** The name of the server that is written twice; undefined for a key inside one. */
function nameBelow(list: string, path: string): string | undefined {
  if (!path.startsWith(list)) return undefined;
  const rest = path.slice(list.length);
  return /^\.([\w$-]+)$/.exec(rest)?.[1] ?? /^\["(.*)"\]$/.exec(rest)?.[1];
}

/**
 * The servers that a session has had, as its journal knows them: for a client that continues it and does not know them.
 *
 * No secret is in the journal. A server that had one comes from a client that still knows it, or is left out.
 */

import { isObject, itemsOf, type JsonObject, objectOf } from "@tenon/basis";
import { isImportMark, type Journal } from "@tenon/journal";
import { REDACTED } from "@tenon/policy";
import { messageOf } from "@tenon/timeline";

import { tenonMeta } from "../wire/message.ts";

export interface KeptServers {
  readonly servers: readonly JsonObject[];
  /** The names of those that cannot be opened again from here. */
  readonly left: readonly string[];
  /** The names of those that an imported file names: no user here has started them. */
  readonly imported: readonly string[];
}

/** Whether the client leaves it to us which servers the session has. */
export function keepsServers(params: JsonObject): boolean {
  return tenonMeta(params)["servers"] === "kept";
}

/** `known` are the client's own: they are taken for those that had secrets. */
export async function keptServers(journal: Journal, sessionId: string, known: unknown): Promise<KeptServers> {
  const servers: JsonObject[] = [];
  const left: string[] = [];
  const { recorded, imported } = await recordedServers(journal, sessionId);
  for (const server of recorded) {
    const { name } = server;
    const whole = isWhole(server)
      ? server
      : itemsOf(known)
          .filter(isObject)
          .find((own) => own["name"] === name);
    if (whole) servers.push(whole);
    else left.push(String(name));
  }
  return { servers, left, imported };
}

/** The records that change which servers a session has. */
const CHANGES = {
  from: ["client", "tenon"] as const,
  kinds: [
    "imported",
    "session/new",
    "session/load",
    "session/resume",
    "session/fork",
    "_tenon/servers/attach",
    "_tenon/servers/detach",
  ],
};

async function recordedServers(journal: Journal, sessionId: string) {
  let recorded: readonly JsonObject[] = [];
  let imported: readonly JsonObject[] = [];
  for await (const record of journal.records(sessionId, CHANGES)) {
    if (isImportMark(record)) [recorded, imported] = [[], recorded];
    else if (record.from === "client") recorded = withRequest(recorded, objectOf(messageOf(record)));
  }
  const names = imported.map(({ name }) => String(name));
  return { recorded, imported: names.filter((name) => recorded.every((server) => server["name"] !== name)) };
}

/** The servers that the session has after one more request. */
function withRequest(servers: readonly JsonObject[], { method, params }: JsonObject): readonly JsonObject[] {
  const { mcpServers, server } = objectOf(params);
  switch (method) {
    case "session/new":
    case "session/load":
    case "session/resume":
    case "session/fork":
      // Those that were kept are the same, or fewer if some could not be.
      return keepsServers(objectOf(params)) ? servers : itemsOf(mcpServers).filter(isObject);
    case "_tenon/servers/attach":
      return isObject(server) ? [...without(servers, server["name"]), server] : servers;
    case "_tenon/servers/detach":
      return without(servers, server);
    default:
      return servers;
  }
}

function without(servers: readonly JsonObject[], name: unknown): readonly JsonObject[] {
  return servers.filter((server) => server["name"] !== name);
}

/** One of a client's own is reached through that client alone. */
function isWhole(server: JsonObject): boolean {
  return server["type"] !== "acp" && !JSON.stringify(server).includes(REDACTED);
}

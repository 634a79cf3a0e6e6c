/**
 * The state of each server of a session, and how its tools are included, folded from its records.
 *
 * Steps and calls are in the record where Tenon gives the tools; of another agent only the servers that it was given are known.
 */

import { defined, type JsonObject, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";

import { type McpMessage, readMcpMessage } from "../reading/wire-messages.ts";
import { messageOf, type TimelineRecord } from "../record.ts";

export interface ServerView {
  readonly name: string;
  /** Its states since it was last started, in order; never empty. */
  readonly steps: readonly ServerStep[];
  /** How often one of its tools was called, where its messages are recorded. */
  readonly calls: number;
}

export interface ServerStep {
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Since the step before. */
  readonly afterMs: number;
  readonly reason?: string;
}

export interface ServerList {
  readonly servers: readonly ServerView[];
  /** Include modes set for the session, by server or by `server/tool`. */
  readonly includes: Readonly<Record<string, string>>;
}

export interface ServerFold {
  /** A new object after each change. */
  readonly list: ServerList;
  add(record: TimelineRecord): void;
  /** What a fold needs that goes on from here. */
  carry(): ServersCarry;
}

export interface ServersCarry {
  readonly list: ServerList;
  /** Servers whose detachment was requested, by the request's id. */
  readonly leaving: readonly (readonly [id: unknown, server: string])[];
  readonly detached: readonly string[];
}

const BEGINNINGS = new Set(["declared", "restarting"]);
const OPENINGS = new Set<unknown>(["session/new", "session/load", "session/resume", "session/fork"]);
const MAX_STEPS = 40;

export function createServerFold(carried?: ServersCarry): ServerFold {
  let list: ServerList = carried?.list ?? { servers: [], includes: {} };
  const leaving = new Map<unknown, string>(carried?.leaving);
  const detached = new Set<string>(carried?.detached);

  return {
    get list() {
      return list;
    },
    add(record) {
      const { from, at = 0 } = record;
      const mcp = readMcpMessage(record);
      if (mcp) return takeMessage(mcp);
      const fields = objectOf(messageOf(record));
      if (from === "tenon") takeEvent(fields, at);
      else if (from === "client") takeRequest(fields, at);
      else if (leaving.size > 0) takeAnswer(fields);
    },
    carry: () => ({ list, leaving: [...leaving], detached: [...detached] }),
  };

  function takeMessage({ server, direction, message }: McpMessage): void {
    if (direction !== "sent" || objectOf(message)["method"] !== "tools/call") return;
    const servers = list.servers.map((known) => (known.name === server ? { ...known, calls: known.calls + 1 } : known));
    list = { ...list, servers };
  }

  function takeEvent(event: JsonObject, at: number): void {
    const name = stringOf(event["server"]);
    if (name === undefined) return;
    if (event["type"] === "receipt") takeStep(name, readStep(event, at));
    else if (event["type"] === "include") {
      const key = includeKey(name, stringOf(event["tool"]));
      const others = Object.entries(list.includes).filter(([other]) => other !== key);
      const mode = stringOf(event["mode"]);
      list = { ...list, includes: Object.fromEntries(mode === undefined ? others : [...others, [key, mode]]) };
    }
  }

  function takeRequest({ id, method, params }: JsonObject, at: number): void {
    const { mcpServers, server } = objectOf(params);
    if (method === "_tenon/servers/detach") leaving.set(id, stringOf(server) ?? "");
    if (!OPENINGS.has(method)) return;
    for (const name of readArray(mcpServers, (given) => stringOf(objectOf(given)["name"]))) {
      if (!list.servers.some((known) => known.name === name)) takeStep(name, { state: "declared", at });
    }
  }

  function takeAnswer({ id, method, error }: JsonObject): void {
    const name = leaving.get(id);
    if (name === undefined || method !== undefined) return;
    leaving.delete(id);
    if (error !== undefined) return;
    detached.add(name);
    list = { ...list, servers: list.servers.filter((server) => server.name !== name) };
  }

  function takeStep(name: string, step: Omit<ServerStep, "afterMs">): void {
    // It still reports how it ends; it is back only when it begins again.
    if (BEGINNINGS.has(step.state)) detached.delete(name);
    if (detached.has(name)) return;
    list = { ...list, servers: withStep(list.servers, name, step) };
  }
}

function withStep(
  servers: readonly ServerView[],
  name: string,
  step: Omit<ServerStep, "afterMs">,
): readonly ServerView[] {
  const known = servers.find((server) => server.name === name);
  const before = known?.steps ?? [];
  const afterMs = Math.max(0, step.at - (before.at(-1)?.at ?? step.at));
  const kept = BEGINNINGS.has(step.state) ? [] : before.slice(-MAX_STEPS);
  const server = { name, steps: [...kept, { ...step, afterMs }], calls: known?.calls ?? 0 };
  return known ? servers.map((other) => (other === known ? server : other)) : [...servers, server];
}

export function includeKey(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool}`;
}

/** Whether a state keeps the server from being used, or needs the person. */
export function isTrouble(state: string): boolean {
  return /fail|refused|denied|lost|error|dead|sign-in|trust/u.test(state);
}

function readStep(event: JsonObject, recordedAt: number): Omit<ServerStep, "afterMs"> {
  return {
    state: stringOf(event["state"]) ?? "unknown",
    at: numberOf(event["at"]) ?? recordedAt,
    ...defined({ reason: stringOf(event["reason"]) }),
  };
}

/**
 * How far each server of a session has got, and how its tools are included, folded from the records of the feed.
 */

import type { FeedRecord } from "../wire/feed.ts";
import { fieldsOf, numberOf, textOf } from "../wire/fields.ts";
import { withEntry } from "../wire/with-entry.ts";

export interface ServerView {
  readonly name: string;
  /** Its way since it was last started, in order; never empty. */
  readonly steps: readonly ServerStep[];
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
  /** What was said for the session: by server's name, or by `server/tool`. */
  readonly includes: Readonly<Record<string, string>>;
}

export interface ServerFold {
  /** Another object whenever something in it is. */
  readonly list: ServerList;
  add(record: FeedRecord): void;
}

const BEGINNINGS = new Set(["declared", "restarting"]);
const LONGEST = 40;

export function createServerFold(): ServerFold {
  let list: ServerList = { servers: [], includes: {} };

  return {
    get list() {
      return list;
    },
    add({ from, message, at }) {
      if (from !== "tenon") return;
      const event = fieldsOf(message);
      const name = textOf(event["server"]);
      if (name === undefined) return;
      if (event["type"] === "receipt") takeStep(name, readStep(event, at));
      else if (event["type"] === "include") {
        const key = includeKey(name, textOf(event["tool"]));
        list = { ...list, includes: withEntry(list.includes, key, textOf(event["mode"])) };
      }
    },
  };

  function takeStep(name: string, step: Omit<ServerStep, "afterMs">): void {
    const known = list.servers.find((server) => server.name === name);
    const before = known?.steps ?? [];
    const afterMs = Math.max(0, step.at - (before.at(-1)?.at ?? step.at));
    const kept = BEGINNINGS.has(step.state) ? [] : before.slice(-LONGEST);
    const server = { name, steps: [...kept, { ...step, afterMs }] };
    const servers = known ? list.servers.map((other) => (other === known ? server : other)) : [...list.servers, server];
    list = { ...list, servers };
  }
}

export function includeKey(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool}`;
}

/** What keeps a server from being used, or has to be done about it. */
export function isTrouble(state: string): boolean {
  return /fail|refused|denied|lost|error|dead|sign-in|trust/u.test(state);
}

function readStep(event: Readonly<Record<string, unknown>>, recordedAt: number): Omit<ServerStep, "afterMs"> {
  const reason = textOf(event["reason"]);
  return {
    state: textOf(event["state"]) ?? "unknown",
    at: numberOf(event["at"]) ?? recordedAt,
    ...(reason !== undefined && { reason }),
  };
}

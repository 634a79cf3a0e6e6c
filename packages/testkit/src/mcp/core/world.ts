/**
 * One start of a scripted server: what its connections and calls share.
 */

import type { JsonObject } from "@tenon/basis";

import type { LastWords, Misbehaviour } from "../misbehaviour.ts";
import type { Revision, ServerScript, ToolChange } from "../script.ts";
import type { ServerEvent, ServerRecord } from "../server-record.ts";
import { createCatalogue, type Catalogue } from "./catalogue.ts";
import type { Gates } from "./gates.ts";

export interface World {
  readonly script: ServerScript;
  /** The script's, or none once the server has misbehaved often enough. */
  readonly misbehaviour: Misbehaviour;
  readonly catalogue: Catalogue;
  readonly audience: Audience;
  readonly gates: Gates;
  record(event: ServerEvent): void;
  /** Ends the server as a crash would: at once, and without answering anything. */
  crash(words: LastWords): void;
}

interface WorldOptions {
  readonly script: ServerScript;
  /** Which start of the server this is, counted from 1. */
  readonly start: number;
  readonly gates: Gates;
  record(record: ServerRecord): void;
  crash(words: LastWords): void;
}

export function createWorld(options: WorldOptions): World {
  const { start, gates } = options;
  const { onlyFirstStarts = Infinity } = options.script.misbehaviour ?? {};
  const misbehaviour = start <= onlyFirstStarts ? (options.script.misbehaviour ?? {}) : {};
  const script = { ...options.script, misbehaviour };
  return {
    script,
    misbehaviour,
    catalogue: createCatalogue(script),
    audience: createAudience(),
    gates,
    crash: (words) => options.crash(words),
    record: (event) => options.record({ ...event, start }),
  };
}

export function speaks(world: World, revision: Revision): boolean {
  const { revision: spoken = "both" } = world.script;
  return spoken === "both" || spoken === revision;
}

/** Changes the tools, and says so unless the change forbids it. */
export function changeTools(world: World, change: ToolChange): void {
  world.catalogue.change(change);
  if (change.notify ?? true) world.audience.notify("notifications/tools/list_changed");
}

export function serverInfo(world: World): JsonObject {
  return { name: world.script.name ?? "scripted-server", version: "1.0.0" };
}

/**
 * The clients that receive unsolicited notifications: a session of the older revision, a subscription of the newer.
 */
interface Listener {
  /** Passes the notification on, or not: each listener knows what its client wants to receive. */
  onNotification(method: string, params: JsonObject | undefined): void;
}

interface Audience {
  /** Returns the way out. */
  join(listener: Listener): () => void;
  notify(method: string, params?: JsonObject): void;
}

function createAudience(): Audience {
  const listeners = new Set<Listener>();
  return {
    join(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(method, params) {
      for (const listener of listeners) listener.onNotification(method, params);
    },
  };
}

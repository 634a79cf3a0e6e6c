/**
 * A store that tells how long its statements take.
 */

import { measured, type Telemetry } from "@tenon/basis";

import type { Store } from "./store.ts";

export function measuredStore(store: Store, telemetry: Telemetry | undefined): Store {
  if (!telemetry) return store;
  const timed = <Result>(statement: string, work: () => Promise<Result>) =>
    measured(telemetry.begin("store", { statement }), work);
  return {
    ...store,
    append: (batches) => timed("append", () => store.append(batches)),
    read: (key, range) => timed("read", () => store.read(key, range)),
    find: (sessionId) => timed("find", () => store.find(sessionId)),
    list: (query) => timed("list", () => store.list(query)),
    create: (head, options) => timed("create", () => store.create(head, options)),
    claim: (known, hold) => timed("claim", () => store.claim(known, hold)),
    renew: (...renewal) => timed("renew", () => store.renew(...renewal)),
  };
}

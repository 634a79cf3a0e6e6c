/** A store that is gone with the process. */

import { untilAborted } from "@tenon/basis";

import type { Credentials, TokenStore } from "./token-store.ts";

export function memoryTokenStore(): TokenStore {
  const records = new Map<string, Credentials>();
  const lastHolder = new Map<string, Promise<unknown>>();
  return {
    read: async (server) => records.get(server),

    async hold(server, work, { signal } = {}) {
      const before = lastHolder.get(server);
      const done = Promise.withResolvers<void>();
      // Also one who gives up waiting keeps his place in the queue, so that nobody overtakes the holder.
      lastHolder.set(server, Promise.all([before, done.promise]));
      try {
        await untilAborted(Promise.resolve(before), signal);
        return await work({ current: records.get(server), save: async (next) => save(server, next) });
      } finally {
        done.resolve();
      }
    },
  };

  function save(server: string, next: Credentials | undefined): void {
    if (next) records.set(server, structuredClone(next));
    else records.delete(server);
  }
}

/**
 * Waiting for what a server sees, with an end.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { ServerHandle } from "@tenon/testkit/mcp";

/** Whether it happened in time. */
export async function within(milliseconds: number, happening: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  try {
    return await Promise.race([
      happening.then(
        () => true,
        () => false, // the server was closed
      ),
      sleep(milliseconds, false, { signal: over.signal }),
    ]);
  } finally {
    over.abort();
  }
}

/** Resolves when a method was asked for so often, past requests included. */
export async function untilCount(server: ServerHandle, method: string, count: number): Promise<void> {
  let seen = 0;
  await server.until("message", ({ message }) => message["method"] === method && (seen += 1) >= count);
}

/**
 * Waiting for what a server sees, with an end.
 */

import { within as inTime } from "@tenon/basis";
import type { ServerHandle } from "@tenon/testkit/mcp";

/** Whether it happened in time. */
export async function within(milliseconds: number, happening: Promise<unknown>): Promise<boolean> {
  const happened = happening.then(
    () => true,
    () => false, // the server was closed
  );
  return (await inTime(milliseconds, happened)) ?? false;
}

/** Resolves when a method was asked for so often, past requests included. */
export async function untilCount(server: ServerHandle, method: string, count: number): Promise<void> {
  let seen = 0;
  await server.until("message", ({ message }) => message["method"] === method && (seen += 1) >= count);
}

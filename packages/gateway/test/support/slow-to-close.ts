/**
 * Sessions in the middle of being closed.
 */

import type { Journal, SessionWriter } from "@tenon/journal";
import type { ManualClock } from "@tenon/testkit";

import type { TestGateway } from "./open-gateway.ts";

/** A session of ours or of the agent that is asked for, whose agent is being asked to close it because it is unused. */
export async function beginClosing(gateway: TestGateway, clock: ManualClock, params: object = {}): Promise<string> {
  const client = await gateway.client();
  const { sessionId } = await client.newSession(params);
  await client.prompt(sessionId, "hello");
  await client.drop();
  await client.connection.closed;
  await clock.advance(61_000);
  return sessionId;
}

/** A journal whose writers are closed when the test says so. */
export function slowToClose(inner: Journal) {
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const slow = (writer: SessionWriter): SessionWriter => ({
    ...writer,
    get isOpen() {
      return writer.isOpen;
    },
    async close(reason) {
      begun.resolve();
      await finished.promise;
      await writer.close(reason);
    },
  });
  const journal: Journal = {
    ...inner,
    create: async (session) => slow(await inner.create(session)),
    open: async (sessionId) => slow(await inner.open(sessionId)),
  };
  return { journal, closing: begun.promise, finish: finished.resolve };
}

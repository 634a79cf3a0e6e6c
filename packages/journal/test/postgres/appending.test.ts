import { createTestDatabase } from "@tenon/testkit/postgres";
import { expect, it } from "vitest";

import { createJournal } from "../../src/create-journal.ts";
import { JournalError } from "../../src/index.ts";
import { storeAddress } from "../../src/postgres/address.ts";
import { type Connections, createConnections } from "../../src/postgres/connections.ts";
import { openPostgresJournal } from "../../src/postgres/index.ts";
import { createPostgresStore } from "../../src/postgres/postgres-store.ts";
import { chunk } from "../messages.ts";

it("[N-01] acknowledges no record in place of one that was stored, and whose answer was lost", async () => {
  await using database = await createTestDatabase();
  await (await openPostgresJournal(database)).close();
  const lost = loseFirstAnswer(createConnections({ address: storeAddress(database.url), ...PATIENCE }));
  // So long that no renewal is among the statements.
  await using journal = createJournal(createPostgresStore(lost.connections, { lacksIndex: false }), {
    leaseMs: 600_000,
  }).journal;
  const writer = await journal.create({ id: "a", cwd: "/project", agent: "claude" });
  const first = writer.append(chunk("1"));
  await lost.stored;
  const second = writer.append(chunk("2"));
  lost.giveUp();
  await expect(first).rejects.toMatchObject({ code: "store_unreachable" });
  await expect(second).rejects.toMatchObject({ code: "lease_lost" });
  expect((await journal.read("a")).map(({ text }) => text)).toEqual([chunk("1").text]);
});

it("writes on behind a PgBouncer whose connections do not know what was prepared on others", async () => {
  await using database = await createTestDatabase();
  await (await openPostgresJournal(database)).close();
  const connections = createConnections({ address: storeAddress(database.url), ...PATIENCE });
  const forgetful: Connections = {
    ...connections,
    writing: (work) =>
      connections.writing(async (client, isRepeated) => {
        await client.query("DEALLOCATE ALL");
        return await work(client, isRepeated);
      }),
  };
  await using journal = createJournal(createPostgresStore(forgetful, { lacksIndex: false }), {}).journal;
  await using writer = await journal.create({ id: "a", cwd: "/project", agent: "claude" });
  const large = chunk("x".repeat(20_000));
  for (const record of [chunk("1"), chunk("2"), large, large]) await writer.append(record);
  expect(await journal.read("a")).toHaveLength(4);
});

const PATIENCE = { timeoutMs: 10_000, patienceMs: 10_000 };

/** The first statement is stored and not answered, also not when it is sent again. The next one is sent twice. */
function loseFirstAnswer(connections: Connections) {
  const stored = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<void>();
  let statements = 0;
  return {
    stored: stored.promise,
    giveUp: () => givenUp.resolve(),
    connections: {
      ...connections,
      writing: (work) => {
        statements += 1;
        const isFirst = statements === 1;
        return connections.writing(async (client) => {
          const result = await work(client, !isFirst);
          if (!isFirst) return result;
          stored.resolve();
          await givenUp.promise;
          throw new JournalError("store_unreachable", "It was not answered");
        });
      },
    } satisfies Connections,
  };
}

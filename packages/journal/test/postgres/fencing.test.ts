/** What a machine can no longer do to a session that another one has, or may have. */

import { createTestDatabase } from "@tenon/testkit/postgres";
import { expect, it } from "vitest";

import { storeAddress } from "../../src/postgres/address.ts";
import { createConnections } from "../../src/postgres/connections.ts";
import { openPostgresJournal } from "../../src/postgres/index.ts";
import { createPostgresStore } from "../../src/postgres/postgres-store.ts";
import { thisProcess } from "../../src/store/owner.ts";
import { expireLeases, run } from "./statements.ts";

const HEAD = { cwd: "/project", agent: "claude" };

it("[N-01] neither names it nor stores files of it", async () => {
  await using database = await createTestDatabase();
  await using lost = await openPostgresJournal(database);
  await using holder = await openPostgresJournal(database);
  const before = await lost.create({ id: "a", ...HEAD });
  await expireLeases(database.url);
  await using _ = await holder.open("a");
  await holder.describe("a", { title: "New" });
  await holder.files?.put("a", "result", Buffer.from("new"));
  await expect(lost.describe("a", { title: "Old" })).rejects.toMatchObject({ code: "lease_lost" });
  await expect(lost.files?.put("a", "result", Buffer.from("old"))).rejects.toMatchObject({ code: "lease_lost" });
  expect((await holder.session("a"))?.title).toBe("New");
  expect((await holder.files?.get("a", "result"))?.toString()).toBe("new");
  await before.close();
  // What its servers still save when it has let go of the session comes too late as well.
  await expect(lost.files?.put("a", "result", Buffer.from("old"))).rejects.toMatchObject({ code: "lease_lost" });
  expect((await holder.files?.get("a", "result"))?.toString()).toBe("new");
  // Anyone may name a session, also while another machine has it open.
  await lost.describe("a", { title: "Renamed" });
  expect((await holder.session("a"))?.title).toBe("Renamed");
});

it("[N-01] takes no session whose holder has renewed since it was looked at", async () => {
  await using database = await createTestDatabase();
  await using holder = await openPostgresJournal(database);
  await using _ = await holder.create({ id: "a", ...HEAD });
  const connections = createConnections({ address: storeAddress(database.url), timeoutMs: 10_000, patienceMs: 10_000 });
  const store = createPostgresStore(connections, { lacksIndex: false });
  await expireLeases(database.url);
  const row = await store.find("a");
  expect(row?.holder?.isExpired).toBe(true);
  await run(database.url, "UPDATE tenon_sessions SET lease_until = clock_timestamp() + interval '1 minute'");
  const hold = { owner: thisProcess(), leaseMs: 60_000 };
  expect(await store.claim(row!, { ...hold, isHolderGone: false })).toBeUndefined();
  expect(await store.claim(row!, { ...hold, isHolderGone: true })).toMatchObject({ epoch: row!.epoch + 1 });
  await store.close();
});

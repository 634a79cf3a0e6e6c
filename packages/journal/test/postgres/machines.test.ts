/** Two journals on one database stand for two machines. */

import { noTelemetry, type Telemetry } from "@tenon/basis";
import { createTestDatabase } from "@tenon/testkit/postgres";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";

import type { JournalOptions, JournalRecord } from "../../src/index.ts";
import { openPostgresJournal } from "../../src/postgres/index.ts";
import { chunk, prompt, toolCall, turnEnd } from "../messages.ts";
import { connected, expireLeases, run } from "./statements.ts";

const HEAD = { cwd: "/project", agent: "claude" };
const never = new AbortController().signal;

describe("two machines with one journal in Postgres", () => {
  it("read what the other one writes while it is written", async () => {
    await using test = await twoMachines();
    await using writer = await test.a.create({ id: "a", ...HEAD });
    const seen = collect(test.b.tail("a", { signal: never }), 300);
    for (let n = 0; n < 30; n += 1) await Promise.all(Array.from({ length: 10 }, () => writer.append(chunk(`${n}`))));
    expect((await seen).map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  it("read on when their listening connections are lost", async () => {
    await using test = await twoMachines();
    await using writer = await test.a.create({ id: "a", ...HEAD });
    const seen = collect(test.b.tail("a", { signal: never }), 3);
    await writer.append(chunk("1"));
    await run(test.adminUrl, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
    await writer.append(chunk("2"));
    await run(test.adminUrl, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tenon'");
    await writer.append(chunk("3"));
    expect((await seen).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("read on within about a second where no notification is sent", async () => {
    await using test = await twoMachines();
    await run(test.adminUrl, "REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC");
    await using writer = await test.a.create({ id: "a", ...HEAD });
    const seen = test.b.tail("a", { signal: never })[Symbol.asyncIterator]();
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const next = seen.next();
      await writer.append(chunk(`${n}`));
      const at = performance.now();
      await next;
      times.push(performance.now() - at);
    }
    // The one in the middle: a machine that is busy with other tests is late now and then.
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(1_500);
  });

  it("send at most one notification in twenty milliseconds, however much they write", async () => {
    await using test = await twoMachines();
    await using writer = await test.a.create({ id: "a", ...HEAD });
    await using listener = await connected(test.url);
    let heard = 0;
    listener.on("notification", () => (heard += 1));
    await listener.query("LISTEN tenon");
    const at = performance.now();
    for (let n = 0; n < 200; n += 1) await writer.append(chunk(`${n}`));
    // What was sent has come with this answer.
    await listener.query("SELECT 1");
    const possible = Math.ceil((performance.now() - at) / 19) + 1;
    expect(heard).toBeGreaterThan(1);
    expect(heard).toBeLessThanOrEqual(possible);
  });

  it("[N-01] let one of them write a session, and fence the one that lost it", async () => {
    await using test = await twoMachines();
    const lost = await test.a.create({ id: "a", ...HEAD });
    await lost.append(prompt(1), toolCall("t1"));
    await expect(test.b.open("a")).rejects.toMatchObject({ code: "session_busy" });
    await expireLeases(test.url);
    await using taken = await test.b.open("a");
    expect(taken.session.lastSeq).toBe(3);
    const late = await Promise.allSettled([lost.append(turnEnd(1)), taken.append(chunk("x")), lost.append(chunk("y"))]);
    expect(late.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    await lost.close();
    expect(await test.a.session("a")).toMatchObject({ isLive: true, lastSeq: 4 });
  });

  it("count what they hold, what they took over and what they lost", async () => {
    const counts = new Map<string, number>();
    const telemetry: Telemetry = {
      ...noTelemetry,
      count: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    };
    await using test = await twoMachines({ telemetry });
    const lost = await test.a.create({ id: "a", ...HEAD });
    expect([...counts]).toEqual([["leases", 1]]);
    await expireLeases(test.url);
    await using _ = await test.b.open("a");
    await expect(lost.append(chunk("x"))).rejects.toMatchObject({ code: "lease_lost" });
    expect(new Map(counts)).toEqual(
      new Map([
        ["leases", 1],
        ["takeovers", 1],
        ["leases_lost", 1],
      ]),
    );
  });

  it("[N-01] give a session up when they cannot know whether a record was stored, and read it if it was", async () => {
    await using test = await twoMachines({ leaseMs: 3_000 });
    const writer = await test.a.create({ id: "a", ...HEAD });
    await writer.append(chunk("1"));
    {
      await using slow = await connected(test.url);
      await slow.query("BEGIN");
      await slow.query("SELECT FROM tenon_sessions FOR UPDATE");
      await expect(writer.append(chunk("2"))).rejects.toMatchObject({ code: "store_unreachable" });
      expect(writer.lost.aborted).toBe(true);
      // Statements that wait for the lock go on when it is there, though no caller waits for them any more.
      await slow.query("COMMIT");
    }
    await writer.close();
    await using taken = await test.b.open("a");
    expect(await taken.append(chunk("3"))).toBe((await test.a.read("a")).length);
  });

  it("[M-01] close what a dead one left side by side, and wait for none that is locked", async () => {
    await using test = await twoMachines();
    for (const id of ["a", "b", "c"]) await (await test.a.create({ id, ...HEAD })).append(prompt(1));
    const dead = 'epoch = epoch + 1, owner = \'{"host":"gone","pid":1}\', lease_until = clock_timestamp()';
    await run(test.url, `UPDATE tenon_sessions SET ${dead}`);
    await using slow = await connected(test.url);
    await slow.query("BEGIN");
    await slow.query("SELECT FROM tenon_sessions WHERE id = 'a' FOR UPDATE");
    const opening = openPostgresJournal(test);
    const left = async () => (await run(test.url, "SELECT id FROM tenon_sessions WHERE has_open_work")).length;
    await vi.waitUntil(async () => (await left()) === 1, { timeout: 30_000 });
    await slow.query("COMMIT");
    await using _ = await opening;
    expect(await left()).toBe(0);
  });

  it("give a session to one of two that take it at the same moment", async () => {
    await using test = await twoMachines();
    await (await test.a.create({ id: "a", ...HEAD })).close();
    const taken = await Promise.allSettled([test.a.open("a"), test.b.open("a")]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("hear of sessions that the other one begins, writes, names and deletes", async () => {
    await using test = await twoMachines();
    const heard = test.b.changes(never)[Symbol.asyncIterator]();
    const next = heard.next();
    const writer = await test.a.create({ id: "a", ...HEAD });
    expect((await next).value).toBe("a");
    await writer.append(chunk("1"));
    expect((await heard.next()).value).toBe("a");
    await writer.close();
    await test.a.describe("a", { title: "New" });
    expect((await heard.next()).value).toBe("a");
    await test.a.delete("a");
    await using _ = await test.a.create({ id: "b", ...HEAD });
    let last = await heard.next();
    for (const ids = new Set<string>(); last.value !== "b"; last = await heard.next()) ids.add(last.value ?? "");
    expect(await test.b.session("a")).toBeUndefined();
  });

  it("hear of a session that changed before their first look at the database", async () => {
    await using test = await twoMachines();
    await using _ = await test.a.create({ id: "a", ...HEAD });
    const heard = test.b.changes(never)[Symbol.asyncIterator]();
    expect((await heard.next()).value).toBe("a");
  });

  it("miss nothing of a transaction that began first and committed last", async () => {
    await using test = await twoMachines();
    for (const id of ["early", "late"]) await (await test.a.create({ id, ...HEAD })).close();
    const heard = test.b.changes(never)[Symbol.asyncIterator]();
    const next = async () => (await heard.next()).value;
    expect(new Set([await next(), await next()])).toEqual(new Set(["early", "late"]));
    await using slow = await connected(test.url);
    await slow.query("BEGIN");
    await slow.query("UPDATE tenon_sessions SET title = 'x', changed = pg_current_xact_id() WHERE id = 'early'");
    // Its number is higher than that of the transaction that still runs.
    await test.a.describe("late", { title: "y" });
    expect(await next()).toBe("late");
    await slow.query("COMMIT");
    expect(await next()).toBe("early");
  });

  it("keep a large string that one deletes and the other has just stored", async () => {
    await using test = await twoMachines();
    const image = chunk("i".repeat(20_000));
    for (let round = 0; round < 5; round += 1) {
      const first = await test.a.create({ id: `a${round}`, ...HEAD });
      await first.append(image);
      await first.close();
      await using second = await test.b.create({ id: `b${round}`, ...HEAD });
      await Promise.all([test.a.delete(`a${round}`), second.append(image)]);
      expect((await test.a.read(`b${round}`)).map(({ text }) => text)).toEqual([image.text]);
    }
  });

  it("renew the leases of all their sessions in one statement", async () => {
    await using test = await twoMachines({ leaseMs: 3_000 });
    for (let n = 0; n < 20; n += 1) await test.a.create({ id: `${n}`, ...HEAD });
    await run(test.url, "CREATE TABLE renewals (at timestamptz, rows bigint)");
    await run(
      test.url,
      `CREATE FUNCTION count_renewals() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO renewals SELECT now(), count(*) FROM changed; NOTIFY renewed; RETURN NULL; END $$`,
    );
    await run(
      test.url,
      `CREATE TRIGGER counted AFTER UPDATE ON tenon_sessions REFERENCING NEW TABLE AS changed
         FOR EACH STATEMENT EXECUTE FUNCTION count_renewals()`,
    );
    await using listener = await connected(test.url);
    const renewed = new Promise((resolve) => listener.on("notification", resolve));
    await listener.query("LISTEN renewed");
    await renewed;
    expect(await run(test.url, "SELECT rows FROM renewals LIMIT 1")).toEqual([{ rows: "20" }]);
  });

  it("ask for nothing for sessions that are idle", async () => {
    await using test = await twoMachines({ leaseMs: 3_000 });
    const idle = 100;
    await Promise.all(Array.from({ length: idle }, (_, n) => test.a.create({ id: `${n}`, ...HEAD })));
    const query = vi.spyOn(pg.Client.prototype, "query");
    const renewals = () => query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes("lease_until"));
    await vi.waitFor(() => expect(renewals().length).toBeGreaterThanOrEqual(2), { timeout: 30_000 });
    // It has renewed all leases, and looked for records of the other one.
    expect(query.mock.calls.length).toBeLessThan(idle);
    query.mockRestore();
  });

  it("know each other by what each says of itself when it renews, and which of them have stopped", async () => {
    await using test = await twoMachines();
    let load = 1;
    test.a.machines?.join(() => ({ address: "http://a:1", load }));
    test.b.machines?.join(() => undefined);
    await test.a.machines?.announce();
    await test.b.machines?.announce();
    expect([test.a.machines?.others(), test.b.machines?.others()]).toEqual([[], []]);
    test.b.machines?.join(() => ({ address: "http://b:1" }));
    load = 2;
    await test.a.machines?.announce();
    await test.b.machines?.announce();
    const known = { description: { address: "http://a:1", load: 2 }, isUp: true };
    expect(test.b.machines?.others()).toEqual([known]);
    await run(test.url, "UPDATE tenon_machines SET until = clock_timestamp() WHERE address LIKE 'http://a:1 %'");
    await test.b.machines?.announce();
    expect(test.b.machines?.others()).toEqual([{ ...known, isUp: false }]);
    await run(test.url, "UPDATE tenon_machines SET until = until - interval '8 days'");
    await (await openPostgresJournal(test)).close();
    expect(await run(test.url, "SELECT address FROM tenon_machines")).toEqual([]);
  });
});

describe("two machines with one address", () => {
  const told = (load: number) => ({ description: { address: "http://127.0.0.1:7411", load }, isUp: true });

  it("are both known, also to each other", async () => {
    await using test = await twoMachines();
    test.a.machines?.join(() => told(1).description);
    test.b.machines?.join(() => told(2).description);
    for (const { machines } of [test.a, test.b, test.a]) await machines?.announce();
    expect([test.a.machines?.others(), test.b.machines?.others()]).toEqual([[told(2)], [told(1)]]);
  });

  it("are one that was started again, once the lease of the first start has run out", async () => {
    await using test = await twoMachines();
    test.a.machines?.join(() => told(1).description);
    await test.a.machines?.announce();
    // By an older version, which tells nothing but its address.
    const row = `'http://127.0.0.1:7411', '${JSON.stringify(told(0).description)}', clock_timestamp()`;
    await run(test.url, `INSERT INTO tenon_machines (address, description, until) VALUES (${row})`);
    await run(test.url, "UPDATE tenon_machines SET until = clock_timestamp()");
    test.b.machines?.join(() => told(2).description);
    for (let renewal = 0; renewal < 2; renewal += 1) await test.b.machines?.announce();
    expect(test.b.machines?.others()).toEqual([]);
    expect(await run(test.url, "SELECT description FROM tenon_machines")).toHaveLength(1);
  });
});

async function twoMachines(options: JournalOptions = {}) {
  const database = await createTestDatabase();
  const { url, adminUrl } = database;
  // At the same moment, as after a deployment: one of them makes the tables.
  const [a, b] = await Promise.all([
    openPostgresJournal({ url, ...options }),
    openPostgresJournal({ url, ...options }),
  ]);
  return {
    a,
    b,
    url,
    adminUrl,
    async [Symbol.asyncDispose]() {
      await Promise.all([a.close(), b.close()]);
      await database.drop();
    },
  };
}

async function collect(records: AsyncIterable<JournalRecord>, count: number): Promise<readonly JournalRecord[]> {
  const seen: JournalRecord[] = [];
  for await (const record of records) {
    seen.push(record);
    if (seen.length === count) break;
  }
  return seen;
}

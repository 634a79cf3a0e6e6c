/**
 * The journal's one law, put to the test: a writing process is killed at random moments, again and again.
 */

import { seededRandom } from "@tenon/testkit";
import { createTestDatabase } from "@tenon/testkit/postgres";
import { describe, expect, it } from "vitest";

import { type Journal, openSqliteJournal } from "../src/index.ts";
import { openPostgresJournal } from "../src/postgres/index.ts";
import { unfinished } from "./journal-contract.ts";
import { bundleProgram, runProgram } from "./run-program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// `JOURNAL_KILLS` asks for another number: 200 before a release.
const KILLS = process.env["JOURNAL_KILLS"];
const LANES = 2;
const KILLS_PER_STORE = 5;
const SESSIONS = ["a", "b", "c", "d"];

const stores = [
  { name: "SQLite", kills: Number(KILLS ?? 20), openStore: sqliteStore },
  { name: "Postgres", kills: Number(KILLS ?? 5), openStore: postgresStore },
];

describe.each(stores)("a process that writes a journal in $name and is killed", ({ kills, openStore }) => {
  it(
    `[N-01] [N-02] loses nothing that was acknowledged, ${kills} times`,
    async () => {
      await using bundle = await temporaryFolder();
      const program = await bundleProgram("writing-process", bundle.path);
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        const random = seededRandom(lane + 1);
        for (let done = lane * KILLS_PER_STORE; done < kills; done += LANES * KILLS_PER_STORE) {
          await using store = await openStore();
          await killOften(random, Math.min(KILLS_PER_STORE, kills - done), { program, store });
        }
      });
      // All of them, so that a failure in one leaves no process of another behind.
      const outcomes = await Promise.allSettled(lanes);
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    },
    60_000 + kills * 5_000,
  );
});

interface Place extends AsyncDisposable {
  readonly name: string;
  open(): Promise<Journal>;
}

async function sqliteStore(): Promise<Place> {
  const folder = await temporaryFolder();
  return { ...folder, name: folder.file, open: () => openSqliteJournal({ file: folder.file }) };
}

async function postgresStore(): Promise<Place> {
  const { url, drop } = await createTestDatabase();
  return { name: url, open: () => openPostgresJournal({ url }), [Symbol.asyncDispose]: drop };
}

/** One journal, written by one process after another, each of which is killed. */
async function killOften(
  random: () => number,
  kills: number,
  { program, store }: { readonly program: string; readonly store: Place },
): Promise<void> {
  const checked = new Map<string, Checked>();
  for (let kill = 0; kill < kills; kill += 1) {
    // Every start has numbers of its own, so that the order is seen across all of them.
    const lines = 1 + Math.floor(random() * 80);
    const acknowledged = await writeAndKill({ store: store.name, start: kill * 1_000_000, lines, program });
    await using journal = await store.open();
    for (const id of SESSIONS) checked.set(id, await check(journal, id, acknowledged, checked.get(id)));
    for (const { what } of journal.repairs) expect(what).toContain("interrupted");
  }
}

async function writeAndKill(run: {
  readonly store: string;
  readonly start: number;
  readonly lines: number;
  readonly program: string;
}): Promise<readonly string[]> {
  const { store, start, lines } = run;
  await using program = runProgram(run.program, [store, SESSIONS.join(","), `${start}`]);
  const acknowledged: string[] = [];
  while (acknowledged.length < lines) acknowledged.push(await program.nextLine());
  await program.kill();
  // Also what it said between the last line that we read and its end.
  return [...acknowledged, ...(await program.rest())];
}

interface Checked {
  readonly lastSeq: number;
  readonly lastNumber: number;
}

async function check(journal: Journal, id: string, lines: readonly string[], before?: Checked): Promise<Checked> {
  const session = await journal.session(id);
  const own = lines.map((line) => line.split(" ")).filter(([name]) => name === id);
  if (!session) {
    expect(own).toEqual([]);
    return { lastSeq: 0, lastNumber: -1 };
  }
  expect(session.isLive).toBe(false);
  const records = await journal.read(id);
  expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: session.lastSeq }, (_, index) => index + 1));
  expect(unfinished(records)).toEqual([]);

  const numbers = new Map(records.filter(({ from }) => from !== "tenon").map(({ seq, text }) => [seq, numberIn(text)]));
  for (const [, place, number] of own) expect(numbers.get(Number(place))).toBe(Number(number));
  const inOrder = [...numbers.values()];
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  expect(session.lastSeq).toBeGreaterThanOrEqual(before?.lastSeq ?? 0);
  // It may have been killed between creating the session and writing to it.
  if (before && before.lastNumber >= 0) expect(inOrder).toContain(before.lastNumber);
  return { lastSeq: session.lastSeq, lastNumber: inOrder.at(-1) ?? -1 };
}

function numberIn(text: string): number {
  const { number }: { readonly number: number } = JSON.parse(text);
  return number;
}

/**
 * What a journal adds to its SQLite file, and that nothing in it grows with the file.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

import { createRecorder, type Journal, type NewRecord, openSqliteJournal } from "@tenon/journal";
import { createRecordReader, createTimeline } from "@tenon/timeline";

import { type Bench, type Figure, median } from "./figure.ts";

const HEAD = { cwd: "/project", agent: "bench" };
const FEW = 1_000;
const MANY = 1_000_000;
const CHUNKS = 10_000;
// One frame of a screen: a longer step is seen.
const FRAME_MS = 16;
// As many messages of that size as one read of a pipe brings.
const MESSAGES_A_READ = 256;

export const journal: Bench = {
  name: "journal",
  what: "appending to a journal against bare SQLite; a large file against a small one",
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      for (const together of [1, 16, 64]) yield await compareAppends(folder, together);
      yield* compareFiles(folder);
      yield await longestStep(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function compareAppends(folder: string, together: number): Promise<Figure> {
  const rounds = 400;
  const bare = bareDatabase(join(folder, `bare-${together}.db`));
  await using ours = await openSqliteJournal({ file: join(folder, `ours-${together}.db`) });
  await using writer = await ours.create({ id: "a", ...HEAD });
  const times = { bare: [] as number[], ours: [] as number[] };
  // In turns, so that whatever else the machine does hits both alike.
  for (let round = -rounds / 4; round < rounds; round += 1) {
    const texts = Array.from({ length: together }, (_, index) => step(round * together + index));
    const bareMs = await time(async () => bare.append(texts));
    const ourMs = await time(() => Promise.all(texts.map((text) => writer.append({ from: "agent", text }))));
    if (round < 0) continue;
    times.bare.push((bareMs / together) * 1_000);
    times.ours.push((ourMs / together) * 1_000);
  }
  bare.close();
  return {
    what: `one durable append of ${together} made together, median of ${rounds}`,
    unit: "µs",
    measured: { name: "journal", value: median(times.ours) },
    baseline: { name: "bare SQLite", value: median(times.bare) },
    limit: 1 / 0.7,
  };
}

function bareDatabase(file: string) {
  const connection = new DatabaseSync(file);
  connection.exec(`
    PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 250;
    CREATE TABLE records (session INTEGER, seq INTEGER, at INTEGER, source INTEGER, text TEXT, PRIMARY KEY (session, seq)) WITHOUT ROWID
  `);
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const insert = connection.prepare("INSERT INTO records VALUES (?, ?, ?, ?, ?)");
  const commit = connection.prepare("COMMIT");
  let seq = 0;
  return {
    append(texts: readonly string[]) {
      begin.run();
      for (const text of texts) insert.run(1, (seq += 1), Date.now(), 1, text);
      commit.run();
    },
    close: () => connection.close(),
  };
}

async function* compareFiles(folder: string): AsyncGenerator<Figure> {
  const small = join(folder, "small.db");
  const large = join(folder, "large.db");
  await fill(small, FEW);
  await fill(large, MANY);
  const steps: readonly (readonly [string, (file: string) => Promise<void>])[] = [
    ["open", (file) => withJournal(file, async () => {})],
    ["open and tail the last record", (file) => withJournal(file, tailLast)],
    ["open and page backwards, 100 records", (file) => withJournal(file, pageBackwards)],
  ];
  for (const [what, step] of steps) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < 25; round += 1) {
      times.small.push(await time(() => step(small)));
      times.large.push(await time(() => step(large)));
    }
    yield {
      what: `${what}, median of 25`,
      unit: "ms",
      measured: { name: `${MANY} records`, value: median(times.large) },
      baseline: { name: `${FEW} records`, value: median(times.small) },
      limit: 3,
    };
  }
  yield {
    what: "heap while the last page is held",
    unit: "MB",
    measured: { name: `${MANY} records`, value: await withJournal(large, heapOfLastPage) },
    baseline: { name: `${FEW} records`, value: await withJournal(small, heapOfLastPage) },
    limit: 1.2,
  };
}

async function fill(file: string, count: number): Promise<void> {
  await using filled = await openSqliteJournal({ file });
  await using writer = await filled.create({ id: "a", ...HEAD });
  for (let from = 0; from < count; from += 250) {
    await writer.append(...Array.from({ length: 250 }, (_, index) => chunk(from + index)));
  }
}

async function withJournal<Value>(file: string, use: (opened: Journal) => Promise<Value>): Promise<Value> {
  await using opened = await openSqliteJournal({ file });
  return await use(opened);
}

async function tailLast(opened: Journal): Promise<void> {
  const { lastSeq = 0 } = (await opened.session("a")) ?? {};
  for await (const _ of opened.tail("a", { after: lastSeq - 1, signal: new AbortController().signal })) break;
}

async function pageBackwards(opened: Journal): Promise<void> {
  const { lastSeq = 0 } = (await opened.session("a")) ?? {};
  await opened.read("a", { before: lastSeq - 200, limit: 100 });
}

async function heapOfLastPage(opened: Journal): Promise<number> {
  const { lastSeq = 0 } = (await opened.session("a")) ?? {};
  const page = await opened.read("a", { before: lastSeq + 1, limit: 100 });
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  return page.length === 100 ? heapUsed / 1_048_576 : Number.NaN;
}

/** Chunks that come as fast as they can be read, folded and recorded as they come. */
async function longestStep(folder: string): Promise<Figure> {
  const runs = 9;
  const longest: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await using opened = await openSqliteJournal({ file: join(folder, `chunks-${run}.db`) });
    await using recorder = createRecorder(opened, { ...HEAD, newId: () => "a" });
    const reader = createRecordReader();
    const timeline = createTimeline();
    const messages = Array.from({ length: CHUNKS }, (_, index) => chunk(index));
    await recorder.record({
      from: "client",
      text: '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}',
    });
    await recorder.record({ from: "agent", text: '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}' });
    using steps = measureSteps();
    const recorded: Promise<unknown>[] = [];
    for (let from = 0; from < CHUNKS; from += MESSAGES_A_READ) {
      for (const message of messages.slice(from, from + MESSAGES_A_READ)) {
        for (const event of reader.read(message)) timeline.add(event);
        recorded.push(recorder.record({ from: "agent", text: message.text }));
      }
      await nextTurn();
    }
    await Promise.all(recorded);
    longest.push(steps.longest());
  }
  return {
    // Whatever else the machine does can only make a step longer, never shorter.
    what: `the longest step while ${CHUNKS} chunks are folded and stored, worst of ${runs} runs`,
    unit: "ms",
    measured: { name: "longest step", value: Math.max(...longest) },
    baseline: { name: "a frame", value: FRAME_MS },
    limit: 1,
  };
}

/** How long the event loop takes to come round, at most. */
function measureSteps(): Disposable & { longest(): number } {
  let longest = 0;
  let last = performance.now();
  let next = setImmediate(look);
  function look() {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(look);
  }
  return { longest: () => longest, [Symbol.dispose]: () => clearImmediate(next) };
}

/** As long as a chunk of an answer, but the disk is waited for. */
function step(index: number): string {
  return chunk(index).text.replace("agent_message_chunk", "user_message_chunk");
}

function chunk(index: number): NewRecord {
  const update = {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: `Word ${index}, ${"and so on ".repeat(8)}` },
  };
  return {
    from: "agent",
    text: JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } }),
  };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * What every journal promises, wherever it keeps its records.
 */

import { createCarryFold, foldRecords } from "@tenon/timeline";
import fc from "fast-check";
import { createRecordRedaction, type RecordRedaction } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { anyText } from "../../../tooling/any-text.ts";
import {
  isImportMark,
  type Journal,
  type JournalOptions,
  type JournalRecord,
  type NewRecord,
  type ReadRange,
} from "../src/index.ts";
import { filesInMemory } from "./files-in-memory.ts";
import { chunk, prompt, toolCall, toolCallEnd, turnEnd } from "./messages.ts";

export interface JournalUnderTest extends AsyncDisposable {
  readonly journal: Journal;
  /** Lets all leases run out, where the clock that counts is not the one given. */
  expireLeases?(): Promise<void>;
}

export type OpenJournal = (options?: JournalOptions) => Promise<JournalUnderTest>;

const HEAD = { cwd: "/project", agent: "claude" };
const LARGE = 20_000;
const HEAD_LINE = JSON.stringify({
  format: "tenon-journal",
  version: 1,
  session: { id: "b", ...HEAD, createdAt: 1, updatedAt: 1, lastSeq: 0 },
});

export function describeJournal(name: string, open: OpenJournal): void {
  describe(`a journal in ${name}`, () => {
    it("gives back what was appended, in order, with places that have no gaps", async () => {
      await using test = await open({ now: () => 5 });
      await using writer = await test.journal.create({ id: "a", ...HEAD, title: "First" });
      expect(await writer.append(prompt(1), chunk("Hello"))).toBe(2);
      expect(await writer.append({ ...turnEnd(1), at: 7 })).toBe(3);
      expect(await test.journal.read("a")).toEqual([
        { seq: 1, at: 5, kind: "session/prompt", ...prompt(1) },
        { seq: 2, at: 5, kind: "agent_message_chunk", ...chunk("Hello") },
        { seq: 3, kind: "response", ...turnEnd(1), at: 7 },
      ]);
      expect(await test.journal.session("a")).toEqual({
        id: "a",
        ...HEAD,
        title: "First",
        createdAt: 5,
        updatedAt: 7,
        lastSeq: 3,
        isLive: true,
      });
    });

    it("[B12] finds words in what people read, in any order and within words, and where they are", async () => {
      await using test = await open();
      const { journal } = test;
      await using first = await journal.create({ id: "a", ...HEAD });
      await first.append(prompt(1), chunk("The tenon "), chunk("fits the mort"), chunk("ise."), turnEnd(1));
      await using second = await journal.create({ id: "b", ...HEAD });
      await second.append(prompt(1), toolCall("c1"), chunk("榫卯 is the same in Chinese."), turnEnd(1));
      const found = async (text: string, sessionIds?: readonly string[]) =>
        (await journal.search({ text, sessionIds })).hits.map((hit) => [hit.sessionId, hit.seq]);
      expect(await found("MORTISE tenon")).toEqual([["a", 2]]);
      expect(await found("rtis")).toEqual([["a", 2]]);
      expect(await found("榫卯")).toEqual([["b", 3]]);
      expect(await found("the same")).toEqual([["b", 3]]);
      expect(await found('no "such" AND thing*')).toEqual([]);
      expect(await found("the", ["a"])).toEqual([["a", 2]]);
      expect(await found("the", ["a", "b", "none"])).toEqual(await found("the"));
      expect(await found("the", [])).toEqual([]);
      // The message goes on, and is found whole.
      await second.append(prompt(2), chunk("A dove"));
      expect(await found("dove")).toEqual([["b", 6]]);
      await second.append(chunk("tail joint."), turnEnd(2));
      expect((await journal.search({ text: "dovetail" })).hits).toEqual([
        { sessionId: "b", seq: 6, excerpt: "A dovetail joint." },
      ]);
      await second.close();
      await journal.delete("b");
      expect(await found("dovetail")).toEqual([]);
    });

    it("finds where the fold of a long session can begin, before a prompt, also after more was written", async () => {
      await using test = await open();
      const { journal } = test;
      await using writer = await journal.create({ id: "a", ...HEAD });
      const turn = (id: number) => [prompt(id), ...Array.from({ length: 98 }, () => chunk("on")), turnEnd(id)];
      const at = async (records: number, before?: number) =>
        (await journal.checkpoint("a", { records, ...(before !== undefined && { before }) }))?.seq;
      await writer.append(...turn(1), ...turn(2));
      expect(await at(10)).toBeUndefined();
      for (let id = 3; id <= 12; id += 1) await writer.append(...turn(id));
      // One in four hundred records, and a turn is a hundred.
      expect(await at(10)).toBe(801);
      expect(await at(500)).toBe(401);
      expect(await at(801)).toBeUndefined();
      expect(await at(1, 801)).toBe(401);
      for (let id = 13; id <= 16; id += 1) await writer.append(...turn(id));
      expect(await at(10)).toBe(1_201);
      const { carry } = (await journal.checkpoint("a", { records: 10 })) ?? {};
      expect(carry?.timeline).toEqual(createCarryFold().carry()?.timeline);
      await writer.close();
      await journal.delete("a");
      await expect(journal.checkpoint("a", { records: 10 })).rejects.toMatchObject({ code: "session_not_found" });
    });

    it("keeps the order of appends that do not wait for each other, in several sessions", async () => {
      await using test = await open();
      const ids = ["a", "b", "c"];
      const writers = await Promise.all(ids.map((id) => test.journal.create({ id, ...HEAD })));
      const places = await Promise.all(
        Array.from({ length: 900 }, (_, n) => writers[n % 3]!.append(chunk(`${Math.floor(n / 3)}`))),
      );
      expect(places).toEqual(Array.from({ length: 900 }, (_, n) => Math.floor(n / 3) + 1));
      for (const id of ids) {
        const texts = (await test.journal.read(id)).map(({ text }) => text);
        expect(texts).toEqual(Array.from({ length: 300 }, (_, n) => chunk(`${n}`).text));
      }
    });

    it("[R161] gives any text back exactly: unknown fields, odd spacing, large strings, what is no JSON", async () => {
      await using test = await open();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 6 }), async (texts) => {
          count += 1;
          await using writer = await test.journal.create({ id: `p${count}`, ...HEAD });
          await writer.append(...texts.map((text) => ({ from: "agent" as const, text })));
          expect(textsOf(await test.journal.read(`p${count}`))).toEqual(texts);
        }),
        { numRuns: 60 },
      );
    });

    it("[R161] gives any text back exactly after an export, an import and a fork", async () => {
      await using from = await open();
      await using to = await open();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anyRecord, { maxLength: 5 }), async (texts) => {
          count += 1;
          const id = `p${count}`;
          const writer = await from.journal.create({ id, ...HEAD });
          await writer.append(...texts.map((text) => ({ from: "agent" as const, text })));
          await writer.close();
          await to.journal.import(from.journal.export(id));
          expect((await to.journal.read(id)).slice(0, -1)).toEqual(await from.journal.read(id));
          await to.journal.fork(id, { newId: `${id}-fork` });
          expect(textsOf(await to.journal.read(`${id}-fork`)).slice(0, texts.length)).toEqual(texts);
        }),
        { numRuns: 40 },
      );
    });

    it("replaces half a surrogate pair, which UTF-8 cannot hold", async () => {
      await using test = await open();
      await using writer = await test.journal.create({ id: "a", ...HEAD });
      await writer.append({ from: "agent", text: "x\uD800y" });
      expect(textsOf(await test.journal.read("a"))).toEqual(["x\uFFFDy"]);
    });

    it("reads from a place on, up to a place, and backwards page by page", async () => {
      await using test = await open();
      await using writer = await test.journal.create({ id: "a", ...HEAD });
      await writer.append(...Array.from({ length: 1_234 }, (_, n) => chunk(`${n}`)));
      const { journal } = test;
      expect(placesOf(await journal.read("a"))).toEqual(range(1, 1_234));
      expect(placesOf(await journal.read("a", { after: 1_230 }))).toEqual([1_231, 1_232, 1_233, 1_234]);
      expect(placesOf(await journal.read("a", { after: 10, limit: 3 }))).toEqual([11, 12, 13]);
      expect(placesOf(await journal.read("a", { after: 10, before: 13 }))).toEqual([11, 12]);
      expect(placesOf(await journal.read("a", { after: 10, before: 20, limit: 2 }))).toEqual([11, 12]);
      expect(placesOf(await journal.read("a", { before: 5, limit: 3 }))).toEqual([2, 3, 4]);
      expect(placesOf(await journal.read("a", { before: 3, limit: 10 }))).toEqual([1, 2]);
      expect(placesOf(await journal.read("a", { before: 9_999, limit: 2 }))).toEqual([1_233, 1_234]);
      expect(placesOf(await journal.read("a", { after: 2_000 }))).toEqual([]);
      const pages: number[] = [];
      for (let before = 1_235; before > 1; before = pages[0]!) {
        pages.unshift(...placesOf(await journal.read("a", { before, limit: 100 })));
      }
      expect(pages).toEqual(range(1, 1_234));
    });

    it("reads only what is of one side, or of two", async () => {
      await using test = await open();
      await using writer = await test.journal.create({ id: "a", ...HEAD });
      const sides = ["client", "agent", "tenon"] as const;
      await writer.append(...Array.from({ length: 1_800 }, (_, n) => ({ from: sides[n % 3]!, text: `{"n":${n}}` })));
      const placesFrom = async (...from: (typeof sides)[number][]) => placesOf(await test.journal.read("a", { from }));
      expect(await placesFrom("tenon")).toEqual(range(1, 1_800).filter((place) => place % 3 === 0));
      expect(await placesFrom("client", "agent")).toEqual(range(1, 1_800).filter((place) => place % 3 !== 0));
      expect(await placesFrom()).toEqual([]);
      const page = await test.journal.read("a", { after: 10, limit: 5, from: ["tenon"] });
      expect(placesOf(page)).toEqual([12, 15]);
      const all = await Array.fromAsync(test.journal.records("a"));
      expect(all).toEqual(await test.journal.read("a"));
      const some = test.journal.records("a", { after: 10, before: 16, from: ["tenon"] });
      expect(placesOf(await Array.fromAsync(some))).toEqual([12, 15]);
    });

    it("reads only records of some kinds", async () => {
      await using test = await open();
      await using writer = await test.journal.create({ id: "a", ...HEAD });
      const turns = Array.from({ length: 600 }, (_, n) => [prompt(n), chunk("Hello"), turnEnd(n)]).flat();
      await writer.append(...turns, { from: "tenon", text: '{"type":"response"}' });
      const seqsOf = async (range: Omit<ReadRange, "limit">) =>
        placesOf(await Array.fromAsync(test.journal.records("a", range)));
      expect(await seqsOf({ kinds: ["agent_message_chunk"] })).toEqual(range(1, 1_800).filter((seq) => seq % 3 === 2));
      expect(await seqsOf({ kinds: ["session/prompt", "response"], after: 1_797 })).toEqual([1_798, 1_800, 1_801]);
      expect(await seqsOf({ kinds: ["response"], from: ["tenon"] })).toEqual([1_801]);
      expect(await seqsOf({ kinds: [] })).toEqual([]);
    });

    it("tails from any place without loss and without repetition while others append", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(40),
          fc.nat(60),
          fc.array(fc.nat(9), { maxLength: 20 }),
          async (before, from, bursts) => {
            await using test = await open();
            await using writer = await test.journal.create({ id: "a", ...HEAD });
            if (before > 0) await writer.append(...Array.from({ length: before }, (_, n) => chunk(`${n}`)));
            const after = Math.min(from, before);
            const total = before + bursts.reduce((sum, burst) => sum + burst, 0);
            const stop = new AbortController();
            const seen: number[] = [];
            const tailing = (async () => {
              if (after === total) return;
              for await (const { seq } of test.journal.tail("a", { after, signal: stop.signal })) {
                seen.push(seq);
                if (seq === total) break;
              }
            })();
            for (const burst of bursts)
              await Promise.all(Array.from({ length: burst }, () => writer.append(chunk("x"))));
            await tailing;
            expect(seen).toEqual(range(after + 1, total));
          },
        ),
        { numRuns: 25 },
      );
    });

    it("ends a tail when its signal aborts, when the session is deleted and when the journal is closed", async () => {
      await using test = await open();
      const { journal } = test;
      const never = new AbortController();
      for (const end of ["abort", "delete", "close"]) {
        const writer = await journal.create({ id: end, ...HEAD });
        await writer.append(chunk("x"));
        await writer.close();
        const stop = new AbortController();
        const { signal } = end === "abort" ? stop : never;
        const tail = journal.tail(end, { signal })[Symbol.asyncIterator]();
        expect((await tail.next()).value?.seq).toBe(1);
        const last = tail.next();
        if (end === "abort") stop.abort();
        if (end === "delete") await journal.delete(end);
        if (end === "close") await journal.close();
        expect((await last).done).toBe(true);
      }
    });

    it("lets one writer at a time write a session", async () => {
      await using test = await open();
      const { journal } = test;
      const writer = await journal.create({ id: "a", ...HEAD });
      await expect(journal.create({ id: "a", ...HEAD })).rejects.toMatchObject({ code: "session_exists" });
      await expect(journal.open("a")).rejects.toMatchObject({ code: "session_busy", details: { pid: process.pid } });
      await expect(journal.open("b")).rejects.toMatchObject({ code: "session_not_found" });
      await writer.append(chunk("x"));
      await Promise.all([writer.close(), writer.close()]);
      expect(await journal.session("a")).toMatchObject({ isLive: false });
      await expect(writer.append(chunk("y"))).rejects.toMatchObject({ code: "closed" });
      await using next = await journal.open("a");
      expect(next.session).toMatchObject({ lastSeq: 1, isLive: true });
      expect(await next.append(chunk("z"))).toBe(2);
      expect(journal.repairs).toEqual([]);
    });

    it("lets no one else write a session that its writer has left and not closed, and closes its turn once", async () => {
      await using test = await open();
      const { journal } = test;
      const writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(prompt(1));
      await Promise.all([writer.leave("moved"), writer.leave()]);
      expect(writer).toMatchObject({ isOpen: false, isHeld: false });
      await expect(writer.append(turnEnd(1))).rejects.toMatchObject({ code: "closed" });
      await expect(journal.open("a")).rejects.toMatchObject({ code: "session_busy" });
      await writer.close();
      await using _ = await journal.open("a");
      const interruptions = (await journal.read("a")).filter(({ kind }) => kind === "interruption");
      expect(interruptions.map(({ text }) => text)).toEqual(['{"type":"interruption","reason":"moved"}']);
    });

    it("[N-01] takes over from a writer that is not heard of, closes its turn, and refuses what it still sends", async () => {
      let now = 1_000;
      await using test = await open({ now: () => now, leaseMs: 30_000 });
      const { journal } = test;
      const lost = await journal.create({ id: "a", ...HEAD });
      await lost.append(prompt(1), toolCall("t1"), toolCall("t2"), toolCallEnd("t2"));
      now += 30_001;
      await test.expireLeases?.();
      expect(await journal.session("a")).toMatchObject({ isLive: false });
      await using writer = await journal.open("a");
      expect(writer.session.lastSeq).toBe(5);
      expect(journal.repairs).toEqual([{ what: expect.stringContaining("interrupted"), sessionId: "a" }]);
      await expect(lost.append(turnEnd(1))).rejects.toMatchObject({ code: "lease_lost" });
      await lost.close();
      expect(await journal.session("a")).toMatchObject({ isLive: true });
      const { entries, state } = foldRecords(await journal.read("a"));
      expect(state.isTurnOpen).toBe(false);
      const calls = entries.filter((entry) => entry.type === "tool-call");
      expect(calls.map(({ status, closedBy }) => [status, closedBy])).toEqual([
        ["failed", "interruption"],
        ["completed", undefined],
      ]);
    });

    it("[N-01] leaves a history without anything unfinished wherever a writer stops", async () => {
      const turn = [prompt(1), chunk("a"), toolCall("t"), toolCallEnd("t"), chunk("b"), turnEnd(1)];
      await using test = await open();
      for (const [length] of turn.entries()) {
        const id = `stops-after-${length}`;
        const writer = await test.journal.create({ id, ...HEAD });
        await writer.append(...turn.slice(0, length));
        await writer.close();
        const records = await test.journal.read(id);
        expect(records.length).toBe(length === 0 ? 0 : length + 1);
        expect(unfinished(records)).toEqual([]);
      }
      const whole = await test.journal.create({ id: "whole", ...HEAD });
      await whole.append(...turn);
      await whole.close();
      expect(textsOf(await test.journal.read("whole"))).toEqual(turn.map(({ text }) => text));
    });

    it("[E-03] lists sessions, the newest first, by folder, agent, title and time, in pages", async () => {
      let now = 0;
      await using test = await open({ now: () => now });
      const { journal } = test;
      for (const [index, title] of ["Ärger mit Tests", "Refactor", "refactor again", undefined].entries()) {
        now = index * 10;
        const cwd = index === 3 ? "/other" : "/project/";
        await using writer = await journal.create({
          id: `${index}`,
          cwd,
          agent: "claude",
          ...(title !== undefined && { title }),
        });
        await writer.append(chunk("x"));
      }
      await journal.describe("3", { agentSessionId: "agent-3" });
      const ids = async (query: Parameters<Journal["sessions"]>[0]) =>
        (await journal.sessions(query)).sessions.map(({ id }) => id);
      expect(await ids({})).toEqual(["3", "2", "1", "0"]);
      expect(await ids({ cwd: "/project" })).toEqual(["2", "1", "0"]);
      expect(await ids({ cwd: "/other/" })).toEqual(["3"]);
      expect(await ids({ title: "REFACTOR" })).toEqual(["2", "1"]);
      expect(await ids({ title: "ärger" })).toEqual(["0"]);
      expect(await ids({ since: 10, until: 20 })).toEqual(["2", "1"]);
      expect(await ids({ agent: "claude", agentSessionId: "agent-3" })).toEqual(["3"]);
      expect(await ids({ agent: "codex" })).toEqual([]);
      const first = await journal.sessions({ limit: 3 });
      expect(first.sessions.map(({ id }) => id)).toEqual(["3", "2", "1"]);
      const second = await journal.sessions({ limit: 3, cursor: first.nextCursor! });
      expect(second.sessions.map(({ id }) => id)).toEqual(["0"]);
      expect(second.nextCursor).toBeUndefined();
      await expect(journal.sessions({ cursor: "nonsense" })).rejects.toMatchObject({ code: "bad_cursor" });
    });

    it("describes a session without making it newer", async () => {
      let now = 1;
      await using test = await open({ now: () => now });
      await using _ = await test.journal.create({ id: "a", ...HEAD });
      now = 2;
      await test.journal.describe("a", { title: "New", agentSessionId: "x" });
      await test.journal.describe("a", { cwd: "/moved" });
      expect(await test.journal.session("a")).toMatchObject({
        title: "New",
        agentSessionId: "x",
        cwd: "/moved",
        updatedAt: 1,
      });
      await expect(test.journal.describe("b", {})).rejects.toMatchObject({ code: "session_not_found" });
    });

    it("[M36] keeps the further folders of a session, whether it is archived, and lists by that", async () => {
      await using test = await open();
      const { journal } = test;
      const folders = ["/one", "/two"];
      await using _a = await journal.create({ id: "a", ...HEAD, additionalDirectories: folders });
      await using _b = await journal.create({ id: "b", ...HEAD });
      expect(await journal.session("a")).toMatchObject({ additionalDirectories: folders });
      await journal.describe("b", { additionalDirectories: ["/three"], isArchived: true });
      await journal.describe("a", { title: "T" });
      const ids = async (query: Parameters<Journal["sessions"]>[0]) =>
        (await journal.sessions(query)).sessions.map(({ id }) => id);
      expect(await ids({ isArchived: true })).toEqual(["b"]);
      expect(await ids({ isArchived: false })).toEqual(["a"]);
      expect(await ids({})).toHaveLength(2);
      await journal.describe("b", { isArchived: false });
      expect(await ids({ isArchived: true })).toEqual([]);
      expect(await journal.fork("a", { newId: "c" })).toMatchObject({ additionalDirectories: folders });
      const lines = await Array.fromAsync(journal.export("a"));
      const [copy] = await journal.import(lines);
      expect(copy).toMatchObject({ title: "T", additionalDirectories: folders });
    });

    it("forks at a place, and closes the turn that is cut there", async () => {
      await using test = await open();
      const { journal } = test;
      await using writer = await journal.create({ id: "a", ...HEAD, title: "T", agentSessionId: "x" });
      await writer.append(prompt(1), chunk("x".repeat(LARGE)), toolCall("t"), toolCallEnd("t"), turnEnd(1));
      const fork = await journal.fork("a", { at: 3, newId: "b" });
      expect(fork).toMatchObject({ id: "b", title: "T", lastSeq: 4, isLive: false, parent: { sessionId: "a", at: 3 } });
      expect(fork.agentSessionId).toBeUndefined();
      const records = await journal.read("b");
      expect(records.slice(0, 3)).toEqual(await journal.read("a", { before: 4 }));
      expect(unfinished(records)).toEqual([]);
      expect(await journal.fork("a", { newId: "c" })).toMatchObject({ lastSeq: 5 });
      await expect(journal.fork("a", { newId: "b" })).rejects.toMatchObject({ code: "session_exists" });
      await expect(journal.fork("a", { at: 6, newId: "d" })).rejects.toMatchObject({ code: "record_not_found" });
    });

    it("deletes a session that has no writer", async () => {
      await using test = await open();
      const { journal } = test;
      const writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(...Array.from({ length: 1_100 }, () => chunk("x")));
      await expect(journal.delete("a")).rejects.toMatchObject({ code: "session_busy" });
      await writer.close();
      expect(await journal.delete("a")).toBe(true);
      expect(await journal.delete("a")).toBe(false);
      expect(await journal.session("a")).toBeUndefined();
      await expect(journal.read("a")).rejects.toMatchObject({ code: "session_not_found" });
      await using again = await journal.create({ id: "a", ...HEAD });
      expect(await again.append(chunk("y"))).toBe(1);
    });

    it("stores a large string once, and keeps it as long as one session has it", async () => {
      await using test = await open();
      const { journal } = test;
      const image = chunk("i".repeat(4_000_000));
      for (const id of ["a", "b"]) {
        await using writer = await journal.create({ id, ...HEAD });
        for (let n = 0; n < 3; n += 1) await writer.append(image);
      }
      const { bytesAfter } = await journal.vacuum();
      expect(bytesAfter).toBeLessThan(6_000_000);
      await journal.delete("a");
      await journal.vacuum();
      expect(textsOf(await journal.read("b"))).toEqual([image.text, image.text, image.text]);
      await journal.delete("b");
      const report = await journal.vacuum();
      expect(report.bytesAfter).toBeLessThan(1_000_000);
      expect(report.bytesBefore).toBeGreaterThanOrEqual(report.bytesAfter);
    });

    it("deletes by age and by size, the oldest first, and never what is being written", async () => {
      let now = 0;
      await using test = await open({ now: () => now });
      const { journal } = test;
      const held = await journal.create({ id: "held", ...HEAD });
      for (let n = 1; n <= 5; n += 1) {
        now = n * 1_000;
        await using writer = await journal.create({ id: `${n}`, ...HEAD });
        // Not the same string twice: that would be stored once.
        await writer.append(chunk(`${n}`.repeat(300_000)));
      }
      const byAge = await journal.vacuum({ maxAgeMs: 3_500 });
      expect(byAge.deleted.map(({ id }) => id)).toEqual(["1"]);
      const bySize = await journal.vacuum({ maxBytes: 800_000 });
      expect(bySize.deleted.map(({ id }) => id)).toEqual(["2", "3"]);
      expect(bySize.bytesAfter).toBeLessThan(bySize.bytesBefore);
      expect((await journal.sessions()).sessions.map(({ id }) => id)).toEqual(["5", "4", "held"]);
      // Not heard of for a long time, as after a night with the lid closed; but its process is there.
      now += 1_000_000;
      await test.expireLeases?.();
      const late = await journal.vacuum({ maxAgeMs: 1 });
      expect(late.deleted.map(({ id }) => id)).toEqual(["4", "5"]);
      await held.append(chunk("still here"));
      await held.close();
    });

    it("exports JSON Lines, and imports them as the same sessions, or under new ids if these are taken", async () => {
      await using from = await open({ now: () => 3 });
      await using to = await open({ newId: () => "fresh" });
      for (const id of ["a", "b"]) {
        await using writer = await from.journal.create({ id, ...HEAD, title: id, agentSessionId: `x${id}` });
        await writer.append(prompt(1), chunk("é\u2028"), turnEnd(1));
      }
      const lines = [
        ...(await Array.fromAsync(from.journal.export("a"))),
        ...(await Array.fromAsync(from.journal.export("b"))),
      ];
      expect(lines.every((line) => !line.includes("\n"))).toBe(true);
      expect(JSON.parse(lines[0]!)).toMatchObject({ format: "tenon-journal", version: 1, session: { id: "a" } });
      const imported = await to.journal.import(lines);
      const original = [await from.journal.session("a"), await from.journal.session("b")];
      // The mark of the import is one record more.
      expect(imported).toEqual(original.map((session) => ({ ...session, lastSeq: 4 })));
      const [again] = await to.journal.import(lines.slice(0, 4));
      expect(again).toMatchObject({ id: "fresh", title: "a", lastSeq: 4 });
      expect(to.journal.repairs).toEqual([]);
    });

    it("[H4] marks the end of what was imported, also in a fork from before the mark", async () => {
      await using test = await open();
      const { journal } = test;
      await using writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(prompt(1), turnEnd(1));
      await journal.import(
        (await Array.fromAsync(journal.export("a"))).map((line) => line.replace('"id":"a"', '"id":"b"')),
      );
      await journal.fork("b", { newId: "c", at: 1 });
      await journal.fork("a", { newId: "d" });
      const marks = async (id: string) => (await journal.read(id)).map(isImportMark);
      expect(await marks("b")).toEqual([false, false, true]);
      expect((await marks("c")).filter(Boolean)).toHaveLength(1);
      expect((await marks("d")).filter(Boolean)).toEqual([]);
    });

    it("[N-02] [N-04] leaves a line of an import out that it cannot read, says so, and keeps the rest", async () => {
      await using test = await open();
      const { journal } = test;
      const writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(prompt(1), chunk("1"), chunk("2"), chunk("3"), turnEnd(1));
      await writer.close();
      const [head = "", one = "", two = "", three = "", four = "", five = ""] = await Array.fromAsync(
        journal.export("a"),
      );
      await journal.delete("a");
      const broken = [head, one, two, two, `${three.slice(0, 20)}\0\0\0`, "\0\0\0\0", four, "", five.slice(0, -5)];
      const [session] = await journal.import(broken);
      expect(session).toMatchObject({ id: "a" });
      const records = await journal.read("a");
      expect(textsOf(records).slice(0, 3)).toEqual([prompt(1).text, chunk("1").text, chunk("3").text]);
      expect(unfinished(records)).toEqual([]);
      expect(journal.repairs.map(({ what }) => what)).toEqual([
        expect.stringContaining("Line 4 repeats record 2"),
        expect.stringContaining("Line 5 could not be read"),
        expect.stringContaining("Line 6 could not be read"),
        expect.stringContaining("Line 9 could not be read"),
      ]);
    });

    it("refuses what is no export, and leaves nothing of an import that fails", async () => {
      await using test = await open();
      const { journal } = test;
      await using writer = await journal.create({ id: "a", ...HEAD });
      await writer.append(chunk("x"));
      const lines = (await Array.fromAsync(journal.export("a"))).map((line) => line.replace('"id":"a"', '"id":"b"'));
      await expect(journal.import(["hello"])).rejects.toMatchObject({ code: "bad_export", details: { line: 1 } });
      await expect(journal.import([lines[0]!.replace('"version":1', '"version":2')])).rejects.toMatchObject({
        code: "bad_export",
      });
      async function* cutOff() {
        yield* lines;
        throw new Error("The disk was pulled out");
      }
      await expect(journal.import(cutOff())).rejects.toThrow("pulled out");
      expect((await journal.sessions()).sessions.map(({ id }) => id)).toEqual(["a"]);
      expect(await journal.import(lines)).toMatchObject([{ id: "b" }]);
    });

    it("[N-02] leaves a file of an import out whose name is no path below the session's, and keeps the rest", async () => {
      const outside = filesInMemory();
      await using test = await open({ files: outside });
      const { journal } = test;
      const names = ["../up", "/root", "a//b", "nul\0", "back\\slash", "long".repeat(100), "results/dump.txt"];
      const lines = names.map((file) => JSON.stringify({ file, base64: "YQ==" }));
      const [session] = await journal.import([HEAD_LINE, ...lines]);
      expect(session).toMatchObject({ id: "b" });
      expect(await (journal.files ?? outside).names("b")).toEqual(["results/dump.txt"]);
      expect(journal.repairs.map(({ what }) => what)).toEqual(
        [2, 3, 4, 5, 6, 7].map((line) => `Line ${line} could not be read and was skipped`),
      );
    });

    it("leaves no file of an import that fails", async () => {
      const outside = filesInMemory();
      await using test = await open({ files: outside });
      async function* cutOff() {
        yield HEAD_LINE;
        yield '{"file":"results/dump.txt","base64":"YQ=="}';
        throw new Error("The disk was pulled out");
      }
      await expect(test.journal.import(cutOff())).rejects.toThrow("pulled out");
      expect(await outside.names("b")).toEqual([]);
      await test.journal.import([HEAD_LINE]);
      expect((await test.journal.files?.names("b")) ?? []).toEqual([]);
    });

    it("[M31] tells sessions that were used from those that never were", async () => {
      await using test = await open();
      const { journal } = test;
      const used = async () => (await journal.sessions({ isUsed: true })).sessions.map(({ id }) => id);
      const [unused, prompted] = [
        await journal.create({ id: "unused", ...HEAD }),
        await journal.create({ id: "prompted", ...HEAD }),
      ];
      await unused.append(chunk("Welcome"));
      await prompted.append(prompt(1), turnEnd(1));
      expect((await used()).toSorted()).toEqual(["prompted", "unused"]);
      await Promise.all([unused.close(), prompted.close()]);
      expect(await used()).toEqual(["prompted"]);
      expect((await journal.sessions()).sessions).toHaveLength(2);
      await (await journal.open("unused")).close();
      await journal.fork("prompted", { newId: "fork" });
      expect((await used()).toSorted()).toEqual(["fork", "prompted"]);
    });

    it("redacts records and titles before it writes them, but not again when it copies them", async () => {
      let calls = 0;
      const known = createRecordRedaction({ secrets: ["hunter2"] });
      const redaction: RecordRedaction = {
        ...known,
        open() {
          calls += 1;
          return known.open();
        },
      };
      await using test = await open({ redaction });
      const { journal } = test;
      await using writer = await journal.create({ id: "a", ...HEAD, title: "My hunter2" });
      await writer.append(chunk("It is hunter2."), { from: "tenon", text: '{"type":"receipt","reason":"hunter2"}' });
      await journal.describe("a", { title: "Your hunter2" });
      const before = calls;
      await journal.fork("a", { newId: "b" });
      expect(calls).toBe(before);
      const everything = [
        ...(await Array.fromAsync(journal.export("a"))),
        ...(await Array.fromAsync(journal.export("b"))),
      ];
      expect(everything.join("")).not.toContain("hunter2");
      expect(everything.join("")).toContain("[redacted]");
    });

    it("says so when it is used after it was closed, and may be closed twice", async () => {
      const test = await open();
      const writer = await test.journal.create({ id: "a", ...HEAD });
      const last = writer.append(chunk("x"));
      await Promise.all([test.journal.close(), test.journal.close()]);
      expect(await last).toBe(1);
      await expect(test.journal.session("a")).rejects.toMatchObject({ code: "closed" });
      await expect(writer.append(chunk("y"))).rejects.toMatchObject({ code: "closed" });
      await test[Symbol.asyncDispose]();
    });
  });
}

const anyRecord: fc.Arbitrary<string> = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.json(),
  fc.jsonValue().map((value) => JSON.stringify(value, undefined, 3)),
  // What has quotes, backslashes, marks of our own and NULs in and around large strings.
  fc
    .tuple(fc.string({ unit: fc.constantFrom('"', "\\", "\u0001", "\0", "é", "a", "😀", "\n") }), fc.nat(3))
    .map(([piece, copies]) =>
      JSON.stringify({ x: piece, y: [piece.repeat(copies), `${piece}${"z".repeat(LARGE)}${piece}`] }),
    ),
  fc.string({ unit: fc.constantFrom('"', "\\", "\u0001", "\0", "{", "x".repeat(9_000)) }),
);

/** Texts as they can be stored: fast-check's are all well-formed. */
function textsOf(records: readonly JournalRecord[]): readonly string[] {
  return records.map(({ text }) => text);
}

function placesOf(records: readonly JournalRecord[]): readonly number[] {
  return records.map(({ seq }) => seq);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** What a model would refuse. */
export function unfinished(records: readonly NewRecord[]): readonly string[] {
  const { entries, state } = foldRecords(records);
  const calls = entries.filter((entry) => entry.type === "tool-call");
  const open = calls.filter(({ status }) => status === "pending" || status === "in_progress");
  return [...(state.isTurnOpen ? ["turn"] : []), ...open.map(({ toolCallId }) => toolCallId)];
}

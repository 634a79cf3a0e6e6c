/**
 * A disk that is full: nothing is passed on that is not recorded, from either side; the session is refused in words, and goes
 * on when there is room again.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openSqliteJournal } from "@tenon/journal";
import { manualClock } from "@tenon/testkit";
import { foldRecords } from "@tenon/timeline";
import { expect, it } from "vitest";

import { forAgent, openGateway, type TestGateway } from "./support/open-gateway.ts";
import { beginClosing, slowToClose } from "./support/slow-to-close.ts";
import { spokenModel } from "./support/spoken-model.ts";

const CHUNKS = Array.from({ length: 300 }, (_, index) => `${index} ${"x".repeat(2_000)}\n`);
const WORDS = /^No disk space left for the journal: .*\. Free some disk space, then try again\.$/;

it("[H7] another agent's session loses nothing that a client was sent, fails with a message, and recovers", async () => {
  await using disk = await smallDisk();
  const chunks = Array.from({ length: 300 }, () => ({ type: "say-at-length" as const, bytes: 2_000 }));
  const script = { turns: [{ steps: chunks }, { steps: [{ type: "echo" as const }] }] };
  await using gateway = openGateway({ journal: disk.journal, scripts: { other: script } });
  await using client = await gateway.client();
  const { sessionId } = await client.newSession({ cwd: "/", ...forAgent("other") });
  const filler = await disk.fill(600_000);
  await expect(client.prompt(sessionId, "count")).rejects.toMatchObject({ message: expect.stringMatching(WORDS) });
  expect(client.text(sessionId).length).toBeGreaterThan(0);
  expect(client.text(sessionId).length).toBeLessThan(600_000);
  expect(await recordedText(gateway, sessionId)).toBe(client.text(sessionId));

  // Refused at once, and not after a turn that no client sees.
  await disk.fill();
  await expect(client.prompt(sessionId, "again ".repeat(4_000))).rejects.toMatchObject({
    message: expect.stringMatching(WORDS),
  });
  expect(await gateway.gateway.problem()).toMatch(WORDS);

  await disk.journal.delete(filler);
  expect(await gateway.gateway.problem()).toBeUndefined();
  const told = client.text(sessionId).length;
  await expect(client.prompt(sessionId, "hello")).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId).slice(told)).toBe("hello");
});

it("[H7] a session of ours does the same", async () => {
  await using disk = await smallDisk();
  const model = spokenModel();
  await using gateway = openGateway({ journal: disk.journal, model });
  await using client = await gateway.client();
  const { sessionId } = await client.newSession();
  const turn = client.prompt(sessionId, "count");
  turn.catch(() => {});
  model.say("first ");
  await client.transcript.when(({ text }) => text.includes("first"));
  const filler = await disk.fill();
  for (const chunk of CHUNKS) model.say(chunk);
  model.finish();
  await expect(turn).rejects.toMatchObject({ message: expect.stringMatching(WORDS) });
  expect(await recordedText(gateway, sessionId)).toBe(client.text(sessionId));
  await disk.journal.delete(filler);
  const next = client.prompt(sessionId, "hello");
  model.say("there is room");
  model.finish();
  await expect(next).resolves.toMatchObject({ stopReason: "end_turn" });
});

it("[H7] a session that is being closed when the disk is full is resumed as soon as there is room", async () => {
  await using disk = await smallDisk();
  const clock = manualClock();
  const { journal, closing, finish } = slowToClose(disk.journal);
  await using gateway = openGateway({ clock, journal, limits: { parkMs: 60_000 } });
  const sessionId = await beginClosing(gateway, clock);
  await closing;
  const filler = await disk.fill();
  await using client = await gateway.client();
  const resume = () => client.request("session/resume", { sessionId, cwd: "/" });
  const resumed = resume();
  await client.request("session/list", {});
  finish();
  await expect(resumed).rejects.toMatchObject({ message: expect.stringMatching(WORDS) });
  await disk.journal.delete(filler);
  await resume();
  await expect(client.prompt(sessionId, "hello")).resolves.toMatchObject({ stopReason: "end_turn" });
});

async function recordedText({ journal }: TestGateway, sessionId: string): Promise<string> {
  const { entries } = foldRecords(await journal.read(sessionId));
  const messages = entries.flatMap((entry) => (entry.type === "agent-message" ? entry.content : []));
  return messages.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** A journal that may have no more than a megabyte: SQLite says of its end what it says of a disk's. */
async function smallDisk() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-full-"));
  const journal = await openSqliteJournal({ file: join(folder, "journal.db"), maxBytes: 1_000_000 });
  let fillers = 0;
  return {
    journal,
    /** Takes this much of the room, or all of it. Resolves with the session that has the most of it. */
    async fill(bytes = Infinity): Promise<string> {
      const id = `filler-${(fillers += 1)}`;
      const writer = await journal.create({ id, cwd: "/", agent: "none" }).catch(() => undefined);
      if (!writer) return id; // there was no room left
      let written = 0;
      const isFull = () => (written = Infinity);
      for (const size of [40_000, 4_000]) {
        for (written = 0; written < bytes; written += size) {
          // Each is another text: the same one would be stored once.
          const text = JSON.stringify({ type: "filler", text: `${id} ${written} ${"x".repeat(size)}` });
          await writer.append({ from: "tenon", text }).catch(isFull);
        }
        if (bytes < Infinity) break;
      }
      await writer.close();
      return id;
    },
    async [Symbol.asyncDispose]() {
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

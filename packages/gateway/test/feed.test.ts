/**
 * The feed: everything about a session, in order, to any number of readers, each at its own pace.
 */

import { openMemoryJournal } from "@tenon/journal";
import { foldRecords } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { openGateway } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const never = new AbortController().signal;

describe("the feed of a session", () => {
  it("[M-03] begins with the session, tells each record once, and says when it has caught up", async () => {
    await using gateway = openGateway();
    await using client = await gateway.client();
    const { sessionId } = await client.newSession({ cwd: "/tmp" });
    await client.prompt(sessionId, "hello");
    const [head, ...frames] = (await gateway.frames(sessionId, isCaughtUp)).map((frame) => JSON.parse(frame));
    expect(head.session).toMatchObject({
      id: sessionId,
      cwd: "/tmp",
      agent: "tenon",
      isLive: true,
      state: "idle",
      attached: 1,
    });
    const records = await gateway.journal.read(sessionId);
    expect(frames.slice(0, -1)).toEqual(
      records.map(({ seq, at, from, text }) => ({ seq, at, from, message: JSON.parse(text) })),
    );
  });

  it("has checkpoints before anyone reads it: they are made as it is recorded", async () => {
    const journal = openMemoryJournal();
    const made: string[] = [];
    const checkpoint: typeof journal.checkpoint = (sessionId, query) => {
      made.push(sessionId);
      return journal.checkpoint(sessionId, query);
    };
    await using gateway = openGateway({ journal: { ...journal, checkpoint } });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "again");
    expect(made).toEqual([sessionId, sessionId]);
  });

  it("[M-03] continues after any place, without a gap and without a double, while the session runs", async () => {
    const model = spokenModel();
    await using gateway = openGateway({ model, limits: { ringFrames: 4 } });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    const turn = client.prompt(sessionId, "count");
    const leaving = new AbortController();
    const seqs: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (const part of ["a", "b", "c"]) model.say(`${round}${part} `);
      // Each round is a connection of its own, that ends somewhere.
      for await (const frame of gateway.gateway.feed(sessionId, { after: seqs.at(-1) ?? 0, signal: leaving.signal })) {
        const { seq } = JSON.parse(frame);
        if (seq !== undefined) seqs.push(seq);
        if (seqs.length % 7 === 3) break;
      }
    }
    model.finish();
    await turn;
    const rest = await gateway.frames(sessionId, isCaughtUp, seqs.at(-1));
    seqs.push(...rest.map((frame) => JSON.parse(frame).seq).filter((seq) => seq !== undefined));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(seqs).toHaveLength((await gateway.journal.session(sessionId))?.lastSeq ?? 0);
  });

  it("[I] gives the same timeline live as from the journal", async () => {
    const model = spokenModel();
    await using gateway = openGateway({ model });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    const live = gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
    const turn = client.prompt(sessionId, "tell me");
    for (const word of ["once ", "upon ", "a time"]) model.say(word);
    model.finish();
    await turn;
    const later = await gateway.frames(sessionId, isCaughtUp);
    const fold = (frames: readonly string[]) => foldRecords(frames.flatMap(asRecord)).entries;
    expect(fold(await live)).toEqual(fold(later));
    expect(fold(later).length).toBeGreaterThan(1);
  });

  it("a reader that never reads on delays no other, and nothing is kept for it", async () => {
    const model = spokenModel();
    await using gateway = openGateway({ model, limits: { ringFrames: 8 } });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    const stuck = gateway.gateway.feed(sessionId, { signal: never })[Symbol.asyncIterator]();
    await stuck.next();
    const quick = gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
    const turn = client.prompt(sessionId, "count");
    for (let word = 0; word < 500; word += 1) model.say(`${word} `);
    model.finish();
    await turn;
    await quick;
    // It is far behind by now, and still gets everything.
    const seqs: number[] = [];
    for (let next = await stuck.next(); !next.done; next = await stuck.next()) {
      if (isCaughtUp(next.value)) break;
      const { seq } = JSON.parse(next.value);
      if (seq !== undefined) seqs.push(seq);
    }
    await stuck.return?.();
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(gateway.gateway.counts().feedReaders).toBe(0);
  });

  it("waits where a place is beyond the end, and ends when the session is deleted", async () => {
    await using gateway = openGateway();
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    const reading = gateway.frames(sessionId, () => false, 10_000);
    await client.prompt(sessionId, "hello");
    await client.request("session/delete", { sessionId });
    const frames = await reading;
    expect(frames.map((frame) => Object.keys(JSON.parse(frame))[0])).not.toContain("seq");
    await expect(gateway.frames(sessionId, isCaughtUp)).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("[N-02] shows a record that is no JSON as a text", async () => {
    const journal = openMemoryJournal();
    const writer = await journal.create({ id: "old", cwd: "/", agent: "tenon" });
    await writer.append({ from: "agent", text: "half a mess" });
    await writer.close();
    await using gateway = openGateway({ journal });
    const frames = await gateway.frames("old", isCaughtUp);
    expect(JSON.parse(frames[1] ?? "")).toMatchObject({ seq: 1, message: "half a mess" });
    await gateway.gateway.close();
    await journal.close();
  });
});

describe("the feed of changes", () => {
  it("tells the latest of each session that has changed, and what was deleted", async () => {
    await using gateway = openGateway();
    await using client = await gateway.client();
    const { sessionId: other } = await client.newSession();
    const changes = gateway.gateway.changes(never)[Symbol.asyncIterator]();
    const first = changes.next();
    const { sessionId } = await client.newSession();
    expect(JSON.parse((await first).value).session).toMatchObject({ id: sessionId, state: "idle" });
    await client.prompt(sessionId, "hello");
    await gateway.gateway.sessions.rename(sessionId, "A fine talk");
    await until(changes, ({ session }) => session?.title === "A fine talk" && session.state === "idle");
    await gateway.gateway.sessions.delete(other);
    await until(changes, ({ deleted }) => deleted === other);
    await changes.return?.();
  });
});

interface Change {
  readonly session?: { readonly title?: string; readonly state: string };
  readonly deleted?: string;
}

async function until(changes: AsyncIterator<string>, fits: (change: Change) => boolean): Promise<void> {
  for (let next = await changes.next(); !next.done; next = await changes.next())
    if (fits(JSON.parse(next.value))) return;
  throw new Error("The changes have ended");
}

function isCaughtUp(frame: string): boolean {
  return frame === '{"caughtUp":true}';
}

function asRecord(frame: string) {
  const { seq, at, from, message } = JSON.parse(frame);
  return seq === undefined ? [] : [{ from, at, text: JSON.stringify(message) }];
}

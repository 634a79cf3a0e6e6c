/**
 * What is recorded of one ACP connection, and where.
 */

import { foldRecords } from "@tenon/timeline";
import { countingIds } from "@tenon/testkit";
import { createRecordRedaction, type RecordRedaction } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import {
  createRecorder,
  type Journal,
  type NewRecord,
  openMemoryJournal,
  type Recorder,
  type WireRecord,
} from "../src/index.ts";
import { agent, chunk, client, prompt, turnEnd, update } from "./messages.ts";

const initialize = client({ id: 0, method: "initialize", params: { protocolVersion: 1 } });
const initialized = agent({ id: 0, result: { protocolVersion: 1 } });
const OPTIONS = { agent: "claude", cwd: "/default" };

describe("a recorder on a connection", () => {
  it("records a session from initialize on, both directions, in order", async () => {
    await using test = setUp();
    const messages = [
      initialize,
      initialized,
      newSession(1),
      sessionIs(1, "s"),
      prompt(2, "Fix the tests.\nAll of them.", "s"),
      chunk("Yes.", "s"),
      agent({ id: 0, method: "session/request_permission", params: { sessionId: "s", toolCall: {}, options: [] } }),
      client({ id: 0, result: { outcome: { outcome: "cancelled" } } }),
      client({ method: "session/cancel", params: { sessionId: "s" } }),
      turnEnd(2, "cancelled"),
    ];
    await test.play(messages);
    const id = test.recorder.journalIdOf("s")!;
    expect(await test.texts(id)).toEqual(messages.map(({ text }) => text));
    expect(await test.journal.session(id)).toMatchObject({
      cwd: "/project",
      agent: "claude",
      agentSessionId: "s",
      title: "Fix the tests.",
      isLive: true,
    });
    await test.recorder.close();
    expect(await test.journal.session(id)).toMatchObject({ isLive: false, lastSeq: messages.length });
  });

  it("keeps the order of messages that do not wait for each other", async () => {
    await using test = setUp();
    const messages = [
      initialize,
      initialized,
      newSession(1),
      sessionIs(1, "s"),
      prompt(2),
      ...Array.from({ length: 500 }, (_, n) => chunk(`${n}`)),
    ];
    await Promise.all(messages.map((message) => test.recorder.record(wire(message))));
    expect(await test.texts(test.recorder.journalIdOf("s")!)).toEqual(messages.map(({ text }) => text));
  });

  it("[R60] makes nothing of a prompt to a session that the agent does not know, and all of one that it does", async () => {
    await using test = setUp();
    await test.play([
      initialize,
      initialized,
      prompt(1, "Are you there?", "gone"),
      agent({ id: 1, error: { code: -32_002, message: "There is no session gone" } }),
    ]);
    expect((await test.journal.sessions()).sessions).toEqual([]);
    const messages = [prompt(2, "And you?", "older"), chunk("Yes.", "older"), turnEnd(2)];
    await test.play(messages);
    expect(await test.texts(test.recorder.journalIdOf("older")!)).toEqual(
      [initialize, initialized, ...messages].map(({ text }) => text),
    );
  });

  it("makes nothing of a session that only the agent speaks of", async () => {
    await using test = setUp();
    await test.play([initialize, initialized, newSession(1), sessionIs(1, "s"), chunk("Hello", "made up")]);
    expect((await test.journal.sessions()).sessions.map(({ agentSessionId }) => agentSessionId)).toEqual(["s"]);
  });

  it("tells sessions of one connection apart, and gives each the connection's beginning", async () => {
    await using test = setUp();
    await test.play([initialize, initialized, newSession(1), newSession(2)]);
    // Which of the two is meant is not known yet.
    await test.play([chunk("early", "b"), sessionIs(2, "b"), sessionIs(1, "a")]);
    const authenticate = client({ id: 3, method: "authenticate", params: { methodId: "key" } });
    await test.play([
      prompt(4, "A", "a"),
      prompt(5, "B", "b"),
      authenticate,
      agent({ id: 3, result: {} }),
      turnEnd(5),
      turnEnd(4),
    ]);
    expect(await test.texts(test.recorder.journalIdOf("a")!)).toEqual(
      textsOf([
        initialize,
        initialized,
        newSession(1),
        sessionIs(1, "a"),
        prompt(4, "A", "a"),
        authenticate,
        agent({ id: 3, result: {} }),
        turnEnd(4),
      ]),
    );
    expect(await test.texts(test.recorder.journalIdOf("b")!)).toEqual(
      textsOf([
        initialize,
        initialized,
        chunk("early", "b"),
        newSession(2),
        sessionIs(2, "b"),
        prompt(5, "B", "b"),
        authenticate,
        agent({ id: 3, result: {} }),
        turnEnd(5),
      ]),
    );
  });

  it("records messages of a session before it is opened, and does not wait for the answer with it", async () => {
    await using test = setUp();
    const mcp = agent({ id: 7, method: "mcp/message", params: { serverId: "m1", requestId: 1, method: "tools/list" } });
    await test.play([initialize, initialized, newSession(1, [{ type: "acp", serverId: "m1", name: "m" }])]);
    await test.play([mcp, client({ id: 7, result: { tools: [] } }), chunk("early"), sessionIs(1, "s")]);
    expect(await test.texts(test.recorder.journalIdOf("s")!)).toEqual(
      textsOf([
        initialize,
        initialized,
        newSession(1, [{ type: "acp", serverId: "m1", name: "m" }]),
        mcp,
        client({ id: 7, result: { tools: [] } }),
        chunk("early"),
        sessionIs(1, "s"),
      ]),
    );
  });

  it("finds the session of a connection to a server that the client provides in the older form", async () => {
    await using test = setUp();
    const connect = agent({ id: 7, method: "mcp/connect", params: { serverId: "m1" } });
    const connected = client({ id: 7, result: { connectionId: "c" } });
    const asked = agent({ id: 8, method: "mcp/message", params: { connectionId: "c", method: "tools/list" } });
    const changed = client({ method: "mcp/message", params: { connectionId: "c", method: "x" } });
    const ofServer = [connect, connected, asked, client({ id: 8, result: {} }), changed];
    await test.play([
      initialize,
      initialized,
      newSession(1, [{ type: "acp", id: "m1", name: "m" }]),
      sessionIs(1, "s"),
    ]);
    await test.play([newSession(2), sessionIs(2, "other"), ...ofServer]);
    expect((await test.texts(test.recorder.journalIdOf("s")!)).slice(-5)).toEqual(textsOf(ofServer));
  });

  it("records nothing of a session that the agent refused, nor of other sessions, nor noise", async () => {
    await using test = setUp();
    await test.play([
      initialize,
      initialized,
      newSession(1),
      agent({ id: 1, error: { code: -32_000, message: "Sign in" } }),
    ]);
    await test.play([
      client({ id: 2, method: "session/list", params: {} }),
      agent({ id: 2, result: { sessions: [{ sessionId: "x" }] } }),
    ]);
    await test.play([
      client({ id: 3, method: "session/delete", params: { sessionId: "x" } }),
      agent({ id: 3, result: {} }),
    ]);
    await test.play([
      client({ id: 4, method: "session/load", params: { sessionId: "x", cwd: "/" } }),
      agent({ id: 4, error: { code: 1, message: "No" } }),
    ]);
    await test.recorder.record({ from: "agent", text: "Welcome to the agent!" });
    await test.recorder.record({ from: "agent", text: "[]" });
    expect((await test.journal.sessions()).sessions).toEqual([]);
    await test.play([newSession(5), sessionIs(5, "s")]);
    expect(await test.texts(test.recorder.journalIdOf("s")!)).toEqual(
      textsOf([initialize, initialized, newSession(5), sessionIs(5, "s")]),
    );
  });

  it("[E-01] goes on with a session that is loaded or resumed", async () => {
    const ids = countingIds();
    await using test = setUp();
    await test.play([initialize, initialized, newSession(1), sessionIs(1, "s"), prompt(2), turnEnd(2)]);
    const id = test.recorder.journalIdOf("s")!;
    await test.recorder.close();
    for (const method of ["session/load", "session/resume"]) {
      await using recorder = createRecorder(test.journal, { ...OPTIONS, newId: () => ids("session") });
      const messages = [
        initialize,
        initialized,
        client({ id: 1, method, params: { sessionId: "s", cwd: "/project", mcpServers: [] } }),
        agent({ id: 1, result: {} }),
        prompt(2, method, "s"),
        turnEnd(2),
      ];
      for (const message of messages) await recorder.record(wire(message));
      expect(recorder.journalIdOf("s")).toBe(id);
      expect((await test.texts(id)).slice(-messages.length)).toEqual(messages.map(({ text }) => text));
    }
  });

  it("writes to the session that the caller has open already", async () => {
    const ids = countingIds();
    await using test = setUp();
    await using writer = await test.journal.create({ id: "own", cwd: "/project", agent: "tenon" });
    const writerOf = (id: string) => (id === "s" ? writer : undefined);
    await using recorder = createRecorder(test.journal, { ...OPTIONS, newId: () => ids("session"), writerOf });
    const messages = [initialize, initialized, newSession(1), sessionIs(1, "s"), prompt(2), turnEnd(2)];
    for (const message of messages) await recorder.record(wire(message));
    expect(await test.texts("own")).toEqual(messages.map(({ text }) => text));
  });

  it("[E-02] does not write the history again that an agent sends when a session is loaded", async () => {
    const journal = openMemoryJournal();
    const history = [prompt(2), chunk("Hello."), turnEnd(2)];
    const first = createRecorder(journal, { ...OPTIONS, newId: () => "j" });
    await play(first, [initialize, initialized, newSession(1), sessionIs(1, "s"), ...history]);
    await first.close();
    const before = foldRecords(await journal.read("j")).entries.length;
    for (let load = 0; load < 3; load += 1) {
      const recorder = createRecorder(journal, { ...OPTIONS, newId: () => "other" });
      const echo = update({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "Do it." } });
      await play(recorder, [
        initialize,
        initialized,
        client({ id: 1, method: "session/load", params: { sessionId: "s", cwd: "/project" } }),
      ]);
      await play(recorder, [echo, chunk("Hello."), agent({ id: 1, result: {} })]);
      expect(recorder.journalIdOf("s")).toBe("j");
      await recorder.close();
    }
    const records = await journal.read("j");
    expect(records.filter(({ text }) => text === chunk("Hello.").text).length).toBe(1);
    expect(foldRecords(records).entries.length).toBe(before);
    const last = createRecorder(journal, { ...OPTIONS, newId: () => "other" });
    await play(last, [
      initialize,
      initialized,
      client({ id: 1, method: "session/resume", params: { sessionId: "s", cwd: "/project" } }),
      agent({ id: 1, result: {} }),
    ]);
    await play(last, [prompt(2, "More."), chunk("More."), turnEnd(2)]);
    await last.close();
    expect((await journal.sessions()).sessions.length).toBe(1);
    expect(foldRecords(await journal.read("j")).entries.length).toBeGreaterThan(before);
    await journal.close();
  });

  it("[E-01] writes the history that an agent sends if the journal has none", async () => {
    await using test = setUp();
    const messages = [
      initialize,
      initialized,
      client({ id: 1, method: "session/load", params: { sessionId: "s", cwd: "/elsewhere" } }),
      chunk("Hello."),
      agent({ id: 1, result: {} }),
    ];
    await test.play(messages);
    const id = test.recorder.journalIdOf("s")!;
    expect(await test.texts(id)).toEqual(textsOf(messages));
    expect(await test.journal.session(id)).toMatchObject({ cwd: "/elsewhere", agentSessionId: "s" });
  });

  it("makes another session for an agent that gives the same id to every new one", async () => {
    const journal = openMemoryJournal();
    const newId = countingIds();
    for (let start = 0; start < 2; start += 1) {
      await using recorder = createRecorder(journal, { ...OPTIONS, newId: () => newId("journal") });
      await play(recorder, [
        initialize,
        initialized,
        newSession(1),
        sessionIs(1, "session-1"),
        prompt(2, "Hi", "session-1"),
        turnEnd(2),
      ]);
    }
    expect((await journal.sessions()).sessions.map(({ lastSeq }) => lastSeq)).toEqual([6, 6]);
    await journal.close();
  });

  it("[C23] takes the title from the first prompt that is no slash command", async () => {
    await using test = setUp();
    await test.play([initialize, initialized, newSession(1), sessionIs(1, "s"), prompt(2, "/tools"), turnEnd(2)]);
    const id = test.recorder.journalIdOf("s")!;
    expect((await test.journal.session(id))?.title).toBeUndefined();
    await test.play([prompt(3, "/usr/bin is full"), turnEnd(3)]);
    expect((await test.journal.session(id))?.title).toBe("/usr/bin is full");
  });

  it("takes the agent's title, notes our own events, and lets go of a session that is closed", async () => {
    await using test = setUp();
    await test.play([initialize, initialized, newSession(1), sessionIs(1, "s"), prompt(2, "x"), turnEnd(2)]);
    const id = test.recorder.journalIdOf("s")!;
    await test.play([update({ sessionUpdate: "session_info_update", title: "A better title" })]);
    expect(await test.journal.session(id)).toMatchObject({ title: "A better title" });
    await test.recorder.note("s", { type: "receipt", server: "m", state: "listed", at: 5 });
    expect((await test.journal.read(id)).at(-1)).toMatchObject({
      from: "tenon",
      at: 5,
      text: '{"type":"receipt","server":"m","state":"listed","at":5}',
    });
    await expect(test.recorder.note("x", { type: "cancel" })).rejects.toMatchObject({ code: "session_not_found" });
    await test.play([
      client({ id: 3, method: "session/close", params: { sessionId: "s" } }),
      agent({ id: 3, result: {} }),
    ]);
    expect(await test.journal.session(id)).toMatchObject({ isLive: false });
    expect(test.recorder.journalIdOf("s")).toBeUndefined();
    expect((await test.texts(id)).at(-1)).toBe(agent({ id: 3, result: {} }).text);
  });

  it("[M54] stamps messages before a session with the time at which it was seen", async () => {
    let now = 1_000;
    await using journal = openMemoryJournal({ now: () => 9_000 });
    await using recorder = createRecorder(journal, { ...OPTIONS, newId: () => "j", now: () => now });
    for (const { from, text } of [initialize, initialized, newSession(1), sessionIs(1, "s")]) {
      await recorder.record(wire({ from, text }));
      now += 500;
    }
    expect((await journal.read("j")).map(({ at }) => at)).toEqual([1_000, 1_500, 2_000, 2_500]);
  });

  it("tells the one whose message could not be written, and records the next", async () => {
    let isFull = false;
    const redaction: RecordRedaction = {
      ...createRecordRedaction(),
      open: () => ({
        take(records) {
          if (isFull) throw new Error("No room");
          return records;
        },
        flush: () => [],
      }),
    };
    await using test = setUp(openMemoryJournal({ redaction }));
    await test.play([initialize, initialized, newSession(1), sessionIs(1, "s")]);
    isFull = true;
    await expect(test.recorder.record(wire(chunk("1")))).rejects.toThrow("No room");
    isFull = false;
    await test.recorder.record(wire(chunk("2")));
    expect((await test.texts(test.recorder.journalIdOf("s")!)).at(-1)).toBe(chunk("2").text);
  });
});

function setUp(journal = openMemoryJournal()) {
  const newId = countingIds();
  const recorder = createRecorder(journal, { ...OPTIONS, newId: () => newId("journal") });
  return {
    journal,
    recorder,
    play: (messages: readonly NewRecord[]) => play(recorder, messages),
    texts: async (id: string) => textsOf(await recordsOf(journal, id)),
    async [Symbol.asyncDispose]() {
      await recorder.close();
      await journal.close();
    },
  };
}

function recordsOf(journal: Journal, id: string) {
  return journal.read(id);
}

async function play(recorder: Recorder, messages: readonly NewRecord[]): Promise<void> {
  for (const message of messages) await recorder.record(wire(message));
}

/** With its message, as a stream brings it. */
function wire({ from, text }: NewRecord): WireRecord {
  return { from: from === "client" ? "client" : "agent", text, message: JSON.parse(text) };
}

function newSession(id: number, mcpServers: readonly object[] = []) {
  return client({ id, method: "session/new", params: { cwd: "/project", mcpServers } });
}

function sessionIs(id: number, sessionId: string) {
  return agent({ id, result: { sessionId } });
}

function textsOf(records: readonly { readonly text: string }[]): readonly string[] {
  return records.map(({ text }) => text);
}

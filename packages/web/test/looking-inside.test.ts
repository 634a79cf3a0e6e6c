import { describe, expect, it } from "vitest";

import { createReplay } from "../src/replay/replay.ts";
import { createExchangeFold } from "../src/open-session/exchange-fold.ts";
import { receiptWords } from "../src/open-session/receipt-words.ts";
import { createServerFold } from "@tenon/timeline";
import type { FeedRecord } from "../src/wire/feed.ts";
import { createWireLines, filterLines } from "../src/wire-view/wire-lines.ts";

function records(...given: readonly (readonly [FeedRecord["from"], object, number?])[]): readonly FeedRecord[] {
  return given.map(([from, message, at = 0], index) => ({ seq: index + 1, at, from, message }));
}

function mcp(server: string, direction: "sent" | "received", message: object, toolCallId?: string): object {
  return { type: "mcp-message", server, direction, ...(toolCallId !== undefined && { toolCallId }), message };
}

describe("Servers", () => {
  it("have their states since the last start, with times", () => {
    const fold = createServerFold();
    const receipt = (server: string, state: string) => ({ type: "receipt", server, state });
    for (const record of records(
      ["tenon", receipt("a", "declared"), 100],
      ["tenon", { ...receipt("a", "failed"), reason: "gone" }, 150],
      ["tenon", receipt("b", "declared"), 160],
      ["tenon", receipt("a", "restarting"), 200],
      ["tenon", { ...receipt("a", "started"), at: 290 }, 999],
      ["agent", receipt("c", "declared")],
    )) {
      fold.add(record);
    }
    expect(fold.list.servers).toEqual([
      {
        name: "a",
        steps: [
          { state: "restarting", at: 200, afterMs: 50 },
          { state: "started", at: 290, afterMs: 90 },
        ],
        calls: 0,
      },
      { name: "b", steps: [{ state: "declared", at: 160, afterMs: 0 }], calls: 0 },
    ]);
  });

  it("[C13] have their calls counted, also over a restart", () => {
    const fold = createServerFold();
    const receipt = (state: string) => ({ type: "receipt", server: "a", state });
    const call = (server: string) => mcp(server, "sent", { id: 1, method: "tools/call", params: {} });
    for (const record of records(
      ["tenon", receipt("declared")],
      ["tenon", mcp("a", "sent", { id: 0, method: "tools/list" })],
      ["tenon", receipt("called")],
      ["tenon", call("a")],
      ["tenon", mcp("a", "received", { id: 1, result: {} })],
      ["tenon", call("b")],
      ["tenon", receipt("restarting")],
      ["tenon", call("a")],
    )) {
      fold.add(record);
    }
    expect(fold.list.servers.map(({ name, calls }) => [name, calls])).toEqual([["a", 2]]);
    expect(createServerFold(fold.carry()).list).toEqual(fold.list);
  });

  it("of an agent without receipts are those it was given", () => {
    const fold = createServerFold();
    const given = { mcpServers: [{ name: "files", command: "files", args: [], env: [] }] };
    for (const record of records(
      ["client", { id: 1, method: "session/new", params: given }, 100],
      ["client", { id: 2, method: "session/resume", params: given }, 900],
    )) {
      fold.add(record);
    }
    expect(fold.list.servers).toEqual([
      { name: "files", steps: [{ state: "declared", at: 100, afterMs: 0 }], calls: 0 },
    ]);
  });

  it("disappear when detached, whatever they report at their end, until they start again", () => {
    const fold = createServerFold();
    const receipt = (state: string) => ({ type: "receipt", server: "a", state });
    const detach = { method: "_tenon/servers/detach", params: { server: "a" } };
    const states = () => fold.list.servers.map(({ steps }) => steps.at(-1)?.state);
    const [declared, refusal, refused, asked, done, ...rest] = records(
      ["tenon", receipt("declared")],
      ["client", { id: 1, ...detach }],
      ["agent", { id: 1, error: { code: -1 } }],
      ["client", { id: 2, ...detach }],
      ["agent", { id: 2, result: {} }],
      ["tenon", receipt("failed")],
      ["tenon", receipt("declared")],
    );
    for (const record of [declared, refusal, refused, asked]) if (record) fold.add(record);
    expect(states()).toEqual(["declared"]);
    if (done) fold.add(done);
    expect(states()).toEqual([]);
    const [failed, again] = rest;
    if (failed) fold.add(failed);
    expect(states()).toEqual([]);
    if (again) fold.add(again);
    expect(states()).toEqual(["declared"]);
  });

  it("[C13] say in one line how far they got, and how soon their tools were there", () => {
    const at = (minutes: number, ms = 0) => new Date(2026, 5, 17, 14, minutes, 0, ms).getTime();
    const steps = [
      { state: "declared", at: at(2), afterMs: 0 },
      { state: "admitted", at: at(2, 1), afterMs: 1 },
      { state: "started", at: at(2, 401), afterMs: 400 },
      { state: "listed", at: at(2, 441), afterMs: 40 },
      { state: "offered", at: at(5), afterMs: 179_559 },
      { state: "seen", at: at(5, 10), afterMs: 10 },
      { state: "called", at: at(9), afterMs: 239_990 },
    ];
    expect(receiptWords({ steps, calls: 0 })).toBe("called once · ready in 441 ms");
    expect(receiptWords({ steps, calls: 2 })).toBe("called 2 times · ready in 441 ms");
    expect(receiptWords({ steps: steps.slice(0, 3), calls: 0 })).toBe("started, lists its tools");
  });

  it("keep include modes until they are reset", () => {
    const fold = createServerFold();
    const [all, one, none] = records(
      ["tenon", { type: "include", server: "a", mode: "off" }],
      ["tenon", { type: "include", server: "a", tool: "t", mode: "always" }],
      ["tenon", { type: "include", server: "a" }],
    );
    if (all) fold.add(all);
    if (one) fold.add(one);
    expect(fold.list.includes).toEqual({ a: "off", "a/t": "always" });
    if (none) fold.add(none);
    expect(fold.list.includes).toEqual({ "a/t": "always" });
  });
});

describe("Messages", () => {
  const lines = createWireLines();
  const all = records(
    ["client", { id: 1, method: "session/prompt", params: {} }],
    ["agent", { id: 1, method: "terminal/create", params: {} }],
    ["agent", { method: "session/update", params: { update: { sessionUpdate: "plan" } } }],
    ["client", { id: 1, error: { code: -1 } }],
    ["agent", { id: 1, result: {} }],
    ["tenon", { type: "decision", toolCallId: "c", effect: "deny" }],
    ["tenon", mcp("files", "sent", { id: 1, method: "tools/call", params: { name: "read" } }, "c")],
    ["tenon", mcp("git", "sent", { id: 1, method: "tools/list" })],
    ["tenon", mcp("files", "received", { id: 1, method: "roots/list" })],
    ["tenon", mcp("files", "received", { id: 1, result: { text: "found" } }, "c")],
    ["tenon", mcp("git", "received", { id: 1, error: { code: -1 } })],
  );
  lines.extend(all.slice(0, 2));
  lines.extend(all);

  it("[R18] are matched to the request of the other side with that id", () => {
    expect(lines.list.map(({ kind, method, id, about }) => [kind, method, id, about])).toEqual([
      ["request", "session/prompt", "1", ""],
      ["request", "terminal/create", "1", ""],
      ["notification", "session/update", undefined, "plan"],
      ["error", "terminal/create", "1", ""],
      ["answer", "session/prompt", "1", ""],
      ["event", "decision", undefined, "deny c"],
      ["request", "tools/call", "1", "files read c"],
      ["request", "tools/list", "1", "git"],
      ["request", "roots/list", "1", "files"],
      ["answer", "tools/call", "1", "files c"],
      ["error", "tools/list", "1", "git"],
    ]);
    expect([...lines.servers]).toEqual(["files", "git"]);
  });

  it("are filtered by protocol, server, direction, method and words", () => {
    const count = (filter: Partial<Parameters<typeof filterLines>[1]>) =>
      filterLines(lines.list, { protocol: "", way: "", method: "", search: "", ...filter }).length;
    expect(count({})).toBe(11);
    expect(count({ way: "agent" })).toBe(3);
    expect(count({ way: "received" })).toBe(3);
    expect(count({ protocol: "acp" })).toBe(5);
    expect(count({ protocol: "mcp" })).toBe(5);
    expect(count({ protocol: "mcp files", way: "received" })).toBe(2);
    expect(count({ search: "files c found" })).toBe(1);
    expect(count({ method: "session/prompt" })).toBe(2);
    expect(count({ search: "PLAN session" })).toBe(1);
    expect(count({ search: "plan", way: "client" })).toBe(0);
  });
});

describe("The exchange of a call", () => {
  it("has its own messages, always with the request and the answer", () => {
    const fold = createExchangeFold();
    const progress = (n: number) => mcp("files", "received", { method: "notifications/progress", params: { n } }, "c");
    const all = records(
      ["tenon", mcp("files", "sent", { id: 1, method: "tools/call" }, "c")],
      ["tenon", mcp("files", "sent", { id: 2, method: "tools/list" })],
      ...Array.from({ length: 300 }, (_, n) => ["tenon", progress(n)] as const),
      ["tenon", mcp("files", "received", { id: 1, result: {} }, "c")],
      ["tenon", { type: "receipt", server: "files", state: "called" }],
      ["agent", mcp("files", "sent", {}, "c")],
    );
    expect(all.map((record) => fold.add(record)).slice(-3)).toEqual([true, false, false]);
    const seqs = fold.exchanges.get("c")?.map(({ seq }) => seq) ?? [];
    expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([100, 1, 303]);
    expect(fold.exchanges.size).toBe(1);
  });

  it("is dropped after very many later calls", () => {
    const fold = createExchangeFold();
    const calls = Array.from({ length: 501 }, (_, n) => ["tenon", mcp("files", "sent", {}, `c${n}`)] as const);
    for (const record of records(...calls)) fold.add(record);
    expect([fold.exchanges.size, fold.exchanges.has("c0"), fold.exchanges.has("c500")]).toEqual([500, false, true]);
  });
});

describe("A replay", () => {
  const said = (text: string) => ({
    method: "session/update",
    params: { update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } },
  });
  const session = records(
    ["client", { id: 1, method: "session/prompt", params: { prompt: [{ type: "text", text: "Go" }] } }, 0],
    ["agent", said("One"), 1_000],
    ["agent", said(" two"), 1_100],
    ["agent", { id: 1, result: { stopReason: "end_turn" } }, 900_000],
    ["client", { id: 2, method: "session/prompt", params: { prompt: [{ type: "text", text: "On" }] } }, 900_100],
  );

  it("shows the session after each record, forwards and back", () => {
    const replay = createReplay({ id: "s", records: session });
    const rows = () => replay.session.store.getState().rowCount;
    replay.seek(3);
    expect(replay.session.store.getState().entry(1)).toMatchObject({ content: [{ text: "One two" }] });
    replay.seek(1);
    expect(rows()).toBe(1);
    replay.seek(99);
    expect([rows(), replay.store.getState().position]).toEqual([3, 5]);
  });

  it("steps to visible changes", () => {
    const replay = createReplay({ id: "s", records: session });
    const walk = (direction: 1 | -1) => {
      replay.step(direction);
      return replay.store.getState().position;
    };
    expect([walk(1), walk(1), walk(1), walk(1), walk(1)]).toEqual([1, 2, 4, 5, 5]);
    expect([walk(-1), walk(-1), walk(-1), walk(-1), walk(-1)]).toEqual([4, 2, 1, 0, 0]);
  });

  it("plays at its speed, shortens long pauses, and stops at the end", () => {
    let time = 0;
    let tick: (() => void) | undefined;
    const frames = { request: (run: () => void) => ((tick = run), 1), cancel: () => (tick = undefined) };
    const replay = createReplay({ id: "s", records: session, frames, now: () => time });
    const after = (ms: number) => {
      time += ms;
      tick?.();
      return replay.store.getState().position;
    };
    replay.setSpeed(2);
    replay.play();
    expect([after(0), after(400), after(100), after(50), after(700), after(50), after(50)]).toEqual([
      1, 1, 2, 3, 3, 4, 5,
    ]);
    expect(replay.store.getState().isPlaying).toBe(false);
    replay.play();
    expect([replay.store.getState().position, after(0)]).toEqual([0, 1]);
    replay.pause();
    expect(tick).toBeUndefined();
  });
});

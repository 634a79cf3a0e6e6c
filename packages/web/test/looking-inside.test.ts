import { describe, expect, it } from "vitest";

import { createReplay } from "../src/replay/replay.ts";
import { createServerFold } from "../src/tools-panel/server-fold.ts";
import type { FeedRecord } from "../src/wire/feed.ts";
import { createWireLines, filterLines } from "../src/wire-view/wire-lines.ts";

function records(...given: readonly (readonly [FeedRecord["from"], object, number?])[]): readonly FeedRecord[] {
  return given.map(([from, message, at = 0], index) => ({ seq: index + 1, at, from, message }));
}

describe("Servers", () => {
  it("have their way since they were last started, with times", () => {
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
      },
      { name: "b", steps: [{ state: "declared", at: 160, afterMs: 0 }] },
    ]);
  });

  it("remember what was said about including their tools, until it is taken back", () => {
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
  );
  lines.extend(all.slice(0, 2));
  lines.extend(all);

  it("[R18] are answers to what the other side asked under that id", () => {
    expect(lines.list.map(({ kind, method, id, about }) => [kind, method, id, about])).toEqual([
      ["request", "session/prompt", "1", ""],
      ["request", "terminal/create", "1", ""],
      ["notification", "session/update", undefined, "plan"],
      ["error", "terminal/create", "1", ""],
      ["answer", "session/prompt", "1", ""],
      ["event", "decision", undefined, "deny"],
    ]);
  });

  it("are filtered by side, method and all words", () => {
    const count = (filter: Partial<Parameters<typeof filterLines>[1]>) =>
      filterLines(lines.list, { from: "", method: "", search: "", ...filter }).length;
    expect(count({})).toBe(6);
    expect(count({ from: "agent" })).toBe(3);
    expect(count({ method: "session/prompt" })).toBe(2);
    expect(count({ search: "PLAN session" })).toBe(1);
    expect(count({ search: "plan", from: "client" })).toBe(0);
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

  it("shows the session as it was after each record, forwards and back", () => {
    const replay = createReplay({ id: "s", records: session });
    const rows = () => replay.session.store.getState().rowCount;
    replay.seek(3);
    const [, message] = replay.session.store.getState().entries;
    expect(message).toMatchObject({ content: [{ text: "One two" }] });
    replay.seek(1);
    expect(rows()).toBe(1);
    replay.seek(99);
    expect([rows(), replay.store.getState().position]).toEqual([3, 5]);
  });

  it("steps to where something else can be seen", () => {
    const replay = createReplay({ id: "s", records: session });
    const walk = (direction: 1 | -1) => {
      replay.step(direction);
      return replay.store.getState().position;
    };
    expect([walk(1), walk(1), walk(1), walk(1), walk(1)]).toEqual([1, 2, 4, 5, 5]);
    expect([walk(-1), walk(-1), walk(-1), walk(-1), walk(-1)]).toEqual([4, 2, 1, 0, 0]);
  });

  it("plays at its speed, passes over long pauses, and stops at the end", () => {
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

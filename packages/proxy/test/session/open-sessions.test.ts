/** Which tools a session has, in whatever order its agent answers. */

import { expect, it } from "vitest";

import { createOpenSessions } from "../../src/session/open-sessions.ts";
import type { SessionTools } from "../../src/session/session-tools.ts";

it("a session that is loaded again while it is being closed keeps its tools, whichever is answered first", () => {
  const sessions = createOpenSessions({ active: 10 });
  const [before, after] = [fakeTools(), fakeTools()];
  sessions.opening(1, before, "s");
  sessions.answered({ id: 1, result: {} });
  sessions.leaving(2, "s");
  sessions.opening(3, after, "s");
  sessions.answered({ id: 3, result: {} });
  sessions.answered({ id: 2, result: {} });
  expect(sessions.find("s")).toBe(after);
  expect([before.isClosed, after.isClosed]).toEqual([true, false]);
});

it("a session that is closed while it is being loaded again has no tools left", () => {
  const sessions = createOpenSessions({ active: 10 });
  const [before, after] = [fakeTools(), fakeTools()];
  sessions.opening(1, before, "s");
  sessions.answered({ id: 1, result: {} });
  sessions.opening(2, after, "s");
  sessions.leaving(3, "s");
  sessions.answered({ id: 2, result: {} });
  sessions.answered({ id: 3, result: {} });
  expect(sessions.find("s")).toBeUndefined();
  expect([before.isClosed, after.isClosed]).toEqual([true, true]);
});

it("of two loads that are answered in the other order, the tools of the last answer stay", () => {
  const sessions = createOpenSessions({ active: 10 });
  const [first, second] = [fakeTools(), fakeTools()];
  sessions.opening(1, first, "s");
  sessions.opening(2, second, "s");
  sessions.answered({ id: 2, result: {} });
  sessions.answered({ id: 1, result: {} });
  expect(sessions.find("s")).toBe(first);
  expect([first.isClosed, second.isClosed]).toEqual([false, true]);
});

it("a turn that ends after its session was loaded again is none of the new tools", () => {
  const sessions = createOpenSessions({ active: 10 });
  const [before, after] = [fakeTools(), fakeTools()];
  sessions.opening(1, before, "s");
  sessions.answered({ id: 1, result: {} });
  sessions.prompted(2, "s");
  sessions.opening(3, after, "s");
  sessions.answered({ id: 3, result: {} });
  sessions.cancelled(2);
  sessions.answered({ id: 2, result: { stopReason: "cancelled" } });
  sessions.prompted(4, "s");
  expect(after.turns).toBe(1);
});

function fakeTools(): SessionTools & { readonly isClosed: boolean; readonly turns: number } {
  let isClosed = false;
  let turns = 0;
  return {
    get turns() {
      return turns;
    },
    get isClosed() {
      return isClosed;
    },
    mcpServers: [],
    meta: undefined,
    scratch: undefined,
    bind() {},
    startTurn() {
      turns += 1;
    },
    ready: () => undefined,
    cancelTurn() {},
    endTurn() {
      turns -= 1;
    },
    park() {},
    restartServer() {},
    answerPermission: () => false,
    withdraw: () => false,
    rewriteUpdate: () => undefined,
    async close() {
      isClosed = true;
    },
  };
}

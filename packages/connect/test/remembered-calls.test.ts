import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";

import { createRememberedCalls, type RememberedCall } from "../src/servers/remembered-calls.ts";

it("a call whose answer is no longer kept is still known, so that it is never run a second time", () => {
  const calls = createRememberedCalls(manualClock());
  for (let n = 0; n < 9; n++) calls.ended(remember(calls, `large-${n}`, "x".repeat(1024 * 1024 + 1)));
  for (let n = 0; n < 1_001; n++) calls.ended(remember(calls, `small-${n}`, "x"));
  const dropped = { error: { code: -33_002, message: "The call has ended, and its result is no longer stored" } };
  expect(calls.find("large-0")?.outcome).toEqual(dropped);
  expect(calls.find("small-0")?.outcome).toEqual(dropped);
  expect(calls.find("large-1")?.outcome).toHaveProperty("result");
  expect(calls.find("small-1")?.outcome).toHaveProperty("result");
});

it("a call is forgotten when no gateway asks for it any more", async () => {
  const clock = manualClock();
  const calls = createRememberedCalls(clock);
  calls.ended(remember(calls, "old", "x"));
  await clock.advance(10 * 60_000);
  calls.ended(remember(calls, "new", "x"));
  expect(calls.find("old")).toBeUndefined();
  expect(calls.find("new")).toBeDefined();
});

function remember(calls: ReturnType<typeof createRememberedCalls>, requestId: string, text: string): RememberedCall {
  const outcome = { result: { result: { content: [{ type: "text", text }] } } };
  const call = { requestId, isKept: true, waiting: undefined, cancel: new AbortController(), outcome };
  calls.add(call);
  return call;
}

/**
 * Calls that the user cancels: the proxy ends them here, and most agents cancel their requests as well. An answer to a
 * request that an agent has cancelled is an answer to an unknown one, for which qwen drops all tools of the server.
 */

import { createInterface } from "node:readline";

import { manualClock } from "@tenon/testkit";
import { startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { DOORS, open, openTestEndpoint, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const script = { tools: [{ name: "wait", call: [{ type: "wait-for-cancel" } as const] }] };

describe.each(DOORS)("a call that is cancelled here, over $door in $revision", (way) => {
  it("is answered after a moment if the agent waits for it", async () => {
    const clock = manualClock();
    await using server = await startHttpServer(script);
    await using endpoint = await openTestEndpoint([httpSpec("s", server)], { endpoint: { clock } });
    const client = await endpoint.join(way);
    const calling = client.callTool({ name: "s__wait", arguments: {} });
    await server.until("call-start");
    endpoint.cancelCalls(new Error("The user has cancelled the turn"));
    await server.until("call-cancel");
    await endpoint.untilEvent("ended");
    while (clock.waiting === 0) await new Promise(setImmediate);
    await clock.advance(2_000);
    const result = await calling;
    expect([result.isError, textOf(result)]).toEqual([true, "The user has cancelled the turn"]);
  });
});

it("a call that is cancelled here is not answered if the agent cancels it too", async () => {
  const clock = manualClock();
  await using server = await startHttpServer(script);
  await using endpoint = await openTestEndpoint([httpSpec("s", server)], { endpoint: { clock } });
  const stream = open(endpoint);
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  const send = (message: object) => stream.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answers: unknown[] = [];
  const until = async (id: number) => {
    while (answers.at(-1) !== id) answers.push(JSON.parse((await lines.next()).value ?? "{}").id);
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  send({ id: 1, method: "initialize", params });
  await until(1);
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "s__wait", arguments: {} } });
  await server.until("call-start");
  endpoint.cancelCalls(new Error("The user has cancelled the turn"));
  await endpoint.untilEvent("ended");
  await server.until("call-cancel");
  while (clock.waiting === 0) await new Promise(setImmediate);
  send({ method: "notifications/cancelled", params: { requestId: 2 } });
  send({ id: 3, method: "ping" });
  await until(3);
  expect(clock.waiting).toBe(0);
  send({ id: 4, method: "ping" });
  await until(4);
  expect(answers).not.toContain(2);
  stream.destroy();
});

/**
 * Servers that change, or are taken away, while they are called or listed.
 */

import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { createToolList } from "../src/server/tool-list.ts";
import { openTestEndpoint, textOf } from "./endpoint/open-test-endpoint.ts";
import { httpSpec, insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const TIMES = 2_000;

it.each([
  ["notifications/tools/list_changed", "tools/list"],
  ["notifications/prompts/list_changed", "list"],
  ["notifications/resources/list_changed", "list"],
  ["notifications/resources/updated", "resource"],
])("[O-18] a burst of %s during a call is a few changes", async (method, type) => {
  await using server = await stdioServer({
    revision: "2025-11-25",
    tools: [{ name: "burst", call: [{ type: "notify", method, params: { uri: "note:///a" }, times: TIMES }] }],
    prompts: [],
    resources: [{ uri: "note:///a", name: "a", text: "" }],
  });
  await using hub = openTestHub([stdioSpec("restless", server)]);
  await hub.ready();
  await (await hub.client("restless")).subscribeResource({ uri: "note:///a" });
  const changed = Promise.withResolvers<void>();
  let changes = 0;
  using _ = hub.watch((event) => {
    if (event.type === type || (event.type === "catalogue" && type === "tools/list")) changed.resolve();
    if (event.type === type) changes += 1;
  });
  await hub.call("mcp__restless__burst", {});
  await changed.promise;
  const listings = (await server.recorded()).filter(
    (event) => event.type === "message" && event.message["method"] === "tools/list",
  );
  expect(Math.max(changes, listings.length)).toBeLessThan(TIMES / 20);
});

it("[O-18] a list that changes while it is read for the first time is read again", async () => {
  const first = Promise.withResolvers<void>();
  let asked = 0;
  const list = createToolList({
    name: "s",
    signedIn: (request) => request(),
    onListing: () => {},
    onTools: () => {},
    onWarning: () => {},
  });
  const { signal } = new AbortController();
  const listTools = async () => {
    if ((asked += 1) === 1) await first.promise;
    return [];
  };
  const reading = list.read({ listTools }, signal);
  list.refresh(signal);
  // Seen, and found to be too early.
  await new Promise(setImmediate);
  first.resolve();
  (await reading)();
  await expect.poll(() => asked).toBe(2);
});

const slow = { name: "slow", call: [{ type: "never-answer" }] } as const;

it.each([
  ["stopped", "http"],
  ["stopped", "stdio"],
  ["restarted", "http"],
  ["restarted", "stdio"],
] as const)("[O-03] a call of a server that is %s (%s) fails at once, and says why", async (what, type) => {
  await using http = await startHttpServer({ tools: [slow] });
  await using stdio = await stdioServer({ tools: [slow] });
  await using hub = openTestHub([type === "http" ? httpSpec("s", http) : stdioSpec("s", stdio)]);
  await hub.until("s", "listed");
  const calling = hub.call("mcp__s__slow", {});
  const failure = calling.catch((error: unknown) => error);
  await (type === "http" ? http : stdio).until("call-start");
  await (what === "stopped" ? hub.detach("s") : hub.restart("s"));
  expect(await failure).toMatchObject({ message: `s was ${what} while the call ran` });
});

it("[O-02] a call ends with its result though its server lists the tool no more, and the next one is refused", async () => {
  const change = { remove: ["grow"], add: [{ name: "new" }] };
  const result = { content: [{ type: "text", text: "grown" }] };
  const call = [
    { type: "change-tools", change },
    { type: "wait-for-release", gate: "go" },
    { type: "result", result },
  ] as const;
  await using server = await stdioServer({ tools: [{ name: "grow", call }] });
  await using endpoint = await openTestEndpoint([stdioSpec("s", server)]);
  const client = await endpoint.join({ door: "stream", revision: "2025-11-25" });
  const calling = client.callTool({ name: "s__grow" });
  await endpoint.hub.untilTools((tools) => tools.join() === "new");
  server.release("go");
  expect(textOf(await calling)).toBe("grown");
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("s__new");
  await expect(client.callTool({ name: "s__grow" })).rejects.toThrow("No tool named s__grow");
  const indirect = await client.callTool({ name: "call_tool", arguments: { name: "s__grow" } });
  expect(textOf(indirect)).toContain("No tool named s__grow");
});

const saving = { tools: [{ name: "old" }], misbehaviour: { stdio: { endGate: "saved" } } } as const;

it("[O-03] of two servers that take one's place at once the second stays, and the first is ended", async () => {
  await using old = await stdioServer(saving);
  await using first = await stdioServer({ tools: [{ name: "first" }] });
  await using second = await stdioServer({ tools: [{ name: "second" }] });
  await using hub = openTestHub([stdioSpec("s", old)]);
  await hub.until("s", "listed");
  const attached = [first, second].map((server) => hub.attach(stdioSpec("s", server)));
  await old.until("input-end");
  old.release("saved");
  await Promise.all(attached);
  expect(await hub.untilTools((tools) => tools.length > 0 && tools.join() !== "first")).toEqual(["second"]);
});

it("[O-03] a server that would take one's place when the session ends is not started", async () => {
  await using old = await stdioServer(saving);
  await using next = await stdioServer({ tools: [{ name: "next" }] });
  await using hub = openTestHub([stdioSpec("s", old)]);
  await hub.until("s", "listed");
  const attached = hub.attach(stdioSpec("s", next)).catch((error: unknown) => error);
  await old.until("input-end");
  const closed = hub.close();
  old.release("saved");
  await closed;
  expect(await attached).toMatchObject({ code: "stopped" });
  expect(await next.recorded()).toEqual([]);
});

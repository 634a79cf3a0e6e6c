/**
 * What becomes of a server that says again and again that something has changed.
 */

import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { createToolList } from "../src/server/tool-list.ts";
import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

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
  const answers = [Promise.withResolvers<readonly { name: string }[]>(), Promise.withResolvers<never>()];
  let asked = 0;
  const list = createToolList({
    name: "s",
    signedIn: (request) => request(),
    onListing: () => {},
    onTools: () => {},
    onWarning: () => {},
  });
  const connection = { listTools: async () => await answers[asked++]?.promise } as never;
  const { signal } = new AbortController();
  const reading = list.read(connection, signal);
  list.refresh(signal);
  // Seen, and found to be too early.
  await new Promise(setImmediate);
  answers[0]?.resolve([{ name: "one" }]);
  (await reading)();
  await expect.poll(() => asked).toBe(2);
});

import { createSharedConnections } from "@tenon/hub";
import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const tools = [{ name: "echo" }, { name: "crash", call: [{ type: "crash" } as const] }];

it("two sessions use one process, which ends with the last of them", async () => {
  await using world = await open();
  await using second = world.hub();
  {
    await using first = world.hub();
    await Promise.all([first.until("s", "listed"), second.until("s", "listed")]);
    const [one, other] = await Promise.all([
      first.call("mcp__s__echo", { from: "first" }),
      second.call("mcp__s__echo", { from: "second" }),
    ]);
    expect(JSON.stringify(one.raw)).toContain("first");
    expect(JSON.stringify(other.raw)).toContain("second");
  }
  await expect(second.call("mcp__s__echo", {})).resolves.toBeDefined();
  expect(await world.starts()).toBe(1);
  await second.close();
  await world.server.until("input-end");
});

it("a crash is everybody's, and one new process serves them all", async () => {
  await using world = await open();
  await using first = world.hub();
  await using second = world.hub();
  await Promise.all([first.until("s", "listed"), second.until("s", "listed")]);
  await expect(first.call("mcp__s__crash", {})).rejects.toThrow("exited");
  await Promise.all([first.call("mcp__s__echo", {}), second.call("mcp__s__echo", {})]);
  expect(await world.starts()).toBe(2);
});

it("a change of its tools reaches every session", async () => {
  await using world = await open();
  await using first = world.hub();
  await using second = world.hub();
  await Promise.all([first.until("s", "listed"), second.until("s", "listed")]);
  world.server.changeTools({ add: [{ name: "later" }] });
  await Promise.all([first, second].map((hub) => hub.untilTools((names) => names.includes("later"))));
});

it("[A-04] a server that is not declared shared is each session's own", async () => {
  await using world = await open();
  await using first = world.hub({ isShared: false });
  await using second = world.hub({ isShared: false });
  await Promise.all([first.until("s", "listed"), second.until("s", "listed")]);
  expect(await world.starts()).toBe(2);
});

it("[R120] other credentials are another server", async () => {
  await using world = await open();
  await using first = world.hub();
  await using second = world.hub({ env: { TOKEN: "another" } });
  await Promise.all([first.until("s", "listed"), second.until("s", "listed")]);
  expect(await world.starts()).toBe(2);
});

async function open() {
  const server = await stdioServer({ revision: "2025-11-25", tools });
  const shared = createSharedConnections();
  return {
    server,
    starts: async () => (await server.recorded()).filter(({ type }) => type === "start").length,
    hub({ isShared = true, env = {} }: { readonly isShared?: boolean; readonly env?: Record<string, string> } = {}) {
      const spec = stdioSpec("s", server, { shared: isShared, revision: "2025-11-25" });
      return openTestHub([{ ...spec, env: { ...server.env, ...env } } as typeof spec], { shared }, "unmarked");
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

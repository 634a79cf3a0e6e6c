import { readFile, stat } from "node:fs/promises";

import { stdioServer, type ToolScript } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const inputSchema = {
  type: "object",
  properties: { n: { type: "integer" }, tags: { type: "array", items: { type: "string" } }, text: { type: "string" } },
  required: ["n"],
};

describe("arguments", () => {
  it("[P-07] [P71] are corrected where the schema shows what was meant", async () => {
    await using one = await open([{ name: "take", inputSchema }]);
    await one.hub.call("mcp__s__take", { n: "5", tags: '["a"]', text: '{"a":1}' });
    const { arguments: sent } = await one.server.until("call-start");
    expect(sent).toEqual({ n: 5, tags: ["a"], text: '{"a":1}' });
  });

  it("that do not fit are answered with what would, and the server is not called", async () => {
    await using one = await open([{ name: "take", inputSchema }]);
    const { forModel } = await one.hub.call("mcp__s__take", { m: 5 });
    expect(forModel.isError).toBe(true);
    expect(JSON.stringify(forModel.parts)).toMatch(/n/);
    expect((await one.server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
  });

  it("[P71] that are left out are an empty object", async () => {
    await using one = await open([{ name: "take" }]);
    await one.hub.call("mcp__s__take", {});
    await expect(one.server.until("call-start")).resolves.toMatchObject({ arguments: {} });
  });
});

describe("limits", () => {
  it("[P81] at most so many calls reach a server at once, in order", async () => {
    const wait: ToolScript = { name: "wait", call: [{ type: "wait-for-release", gate: "go" }] };
    await using one = await open([wait], { callsAtOnce: 2 });
    const calls = [1, 2, 3].map(() => one.hub.call("mcp__s__wait", {}));
    await one.server.until("call-start", ({ call }) => call === 2);
    expect((await one.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(2);
    one.server.release("go");
    await Promise.all(calls);
    expect((await one.server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(3);
  });

  it("a server called too often is not called, and the error says when to try again", async () => {
    await using one = await open([{ name: "take" }], { callsPerMinute: 2 });
    await one.hub.call("mcp__s__take", {});
    await one.hub.call("mcp__s__take", {});
    await expect(one.hub.call("mcp__s__take", {})).rejects.toMatchObject({
      code: "rate_limited",
      details: { retryAfterMs: expect.any(Number) },
    });
  });

  it("[P80] [H-09] a call that is silent for too long is cancelled, and the server is notified", async () => {
    await using one = await open([{ name: "wait", call: [{ type: "wait-for-cancel" }] }], { callMs: 200 });
    await expect(one.hub.call("mcp__s__wait", {})).rejects.toMatchObject({ code: "idle_timeout" });
    await one.server.until("call-cancel");
  });

  it("[H-07] progress keeps a call alive, up to its longest time", async () => {
    const call = [{ type: "progress", times: 1_000, everyMilliseconds: 20 } as const, { type: "echo" } as const];
    await using one = await open([{ name: "work", call }], { callMs: 2_000, longestCallMs: 600 });
    await expect(one.hub.call("mcp__s__work", {})).rejects.toMatchObject({ code: "absolute_timeout" });
  });
});

describe("results", () => {
  it("[P73] [Q-02] [Q-08] that are too large are cut for the model, and kept whole until the hub is closed", async () => {
    const call = [{ type: "bytes", bytes: 500_000, as: "text" } as const];
    const one = await open([{ name: "big", call }], { resultCharacters: 10_000 });
    const { raw, forModel } = await one.hub.call("mcp__s__big", {});
    expect(JSON.stringify(forModel).length).toBeLessThan(12_000);
    expect(JSON.stringify(raw).length).toBeGreaterThan(500_000);
    const path = /All of it is in ([^ ]+?)\.\]/.exec(JSON.stringify(forModel))?.[1] ?? "";
    expect((await readFile(path, "utf8")).length).toBeGreaterThanOrEqual(500_000);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await one[Symbol.asyncDispose]();
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });

  it("[P59] that lack what the output schema promises are used, with a warning", async () => {
    const result = { content: [{ type: "text", text: "42" }] };
    const outputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    await using one = await open([{ name: "sum", outputSchema, call: [{ type: "result", result }] }]);
    const { forModel, warnings } = await one.hub.call("mcp__s__sum", {});
    expect(forModel).toMatchObject({ isError: false, parts: [{ text: "42" }] });
    expect(warnings.join()).toContain("output schema");
  });
});

describe("the offer", () => {
  it("[T-01] [Q-11] [P67] has what fits, and find_tools for the rest; what it finds can be called and stays offered", async () => {
    const tools = Array.from({ length: 300 }, (_, index) => ({
      name: `thing_${index}`,
      description: `Does thing number ${index} in great detail. ${"It takes a while. ".repeat(20)}`,
    }));
    await using one = await open([...tools, { name: "brew_coffee", description: "Brews a cup of coffee" }]);
    const before = one.hub.offer("hello");
    expect(before.tokens.offered).toBeLessThanOrEqual(before.tokens.limit);
    expect(before.tools.map(({ name }) => name)).toContain("find_tools");
    const { forModel } = await one.hub.call("find_tools", { query: "make coffee" });
    expect(JSON.stringify(forModel.parts)).toContain("mcp__s__brew_coffee");
    expect(one.hub.offer("hello").tools.map(({ name }) => name)).toContain("mcp__s__brew_coffee");
    await expect(one.hub.call("mcp__s__brew_coffee", {})).resolves.toBeDefined();
  });

  it("[P72] is byte-equal from one request to the next", async () => {
    await using one = await open([{ name: "a" }, { name: "b" }]);
    expect(JSON.stringify(one.hub.offer("x").tools)).toBe(JSON.stringify(one.hub.offer("y").tools));
  });

  it("[P78] has no tool that is made for a user interface", async () => {
    await using one = await open([{ name: "button", _meta: { ui: { visibility: ["app"] } } }, { name: "a" }]);
    expect(one.hub.offer("press the button").tools.map(({ name }) => name)).toEqual(["mcp__s__a"]);
  });

  it("moves the receipt on: offered, seen, called", async () => {
    await using one = await open([{ name: "a" }]);
    const { tools } = one.hub.offer("a");
    one.hub.seen(tools.map(({ name }) => name));
    await one.hub.call("mcp__s__a", {});
    expect(one.hub.receipts.map(({ state }) => state).slice(-3)).toEqual(["offered", "seen", "called"]);
  });
});

async function open(tools: readonly ToolScript[], options?: Parameters<typeof stdioSpec>[2]) {
  const server = await stdioServer({ tools });
  const hub = openTestHub([stdioSpec("s", server, options)]);
  await hub.until("s", "listed");
  return {
    hub,
    server,
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.close();
    },
  };
}

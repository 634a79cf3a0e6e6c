import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ServerSpec } from "@tenon/hub";
import { type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const echo = { name: "echo", description: "echo" };
const crash = { name: "crash", call: [{ type: "crash", exitCode: 3 } as const] };
const strict = {
  name: "strict",
  inputSchema: { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
};

it("[H16] a server that died and cannot start again stays failed, and its tools are no longer offered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-receipts-"));
  const flag = join(folder, "gone");
  try {
    await using server = await stdioServer({ tools: [echo, crash] });
    await using good = await stdioServer({ tools: [{ name: "other" }] });
    const specs = [startableUntil(flag, "gone", server), stdioSpec("good", good)];
    await using hub = openTestHub(specs, { pauseMs: () => 600_000 });
    await hub.until("gone", "listed");
    await hub.until("good", "listed");
    await writeFile(flag, "");
    await expect(hub.call("mcp__gone__crash", {})).rejects.toThrow();
    // The call that fails wakes it, and the start fails too.
    await expect(hub.call("mcp__gone__echo", {})).rejects.toThrow();
    await hub.until("gone", "failed");
    const { tools } = hub.offer("echo");
    hub.seen(["mcp__gone__echo", "mcp__good__other"]);
    expect(tools.map(({ name }) => name)).toEqual(["mcp__good__other"]);
    expect(hub.search("echo").map(({ tool }) => tool.name)).not.toContain("mcp__gone__echo");
    const after = hub.receipts.filter(({ server }) => server === "gone").map(({ state }) => state);
    expect(after.slice(after.indexOf("failed"))).not.toEqual(
      expect.arrayContaining([expect.stringMatching("offered|seen")]),
    );
    expect(hub.servers[1]?.receipt.state).toBe("seen");
    await rm(flag);
    await hub.restart("gone");
    await hub.until("gone", "listed", 2);
    expect(hub.offer("echo").tools.map(({ name }) => name)).toContain("mcp__gone__echo");
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("[M20] a server counts as called only when the call is sent to it", async () => {
  await using server = await stdioServer({ tools: [strict, echo] });
  const spec = stdioSpec("s", server, { callsPerMinute: 1 });
  await using hub = openTestHub([spec]);
  await hub.until("s", "listed");
  await expect(hub.call("mcp__s__strict", { n: "many" })).resolves.toMatchObject({
    forModel: { isError: true },
    refusedArguments: expect.any(String),
  });
  expect(hub.servers[0]?.receipt.state).toBe("listed");
  await hub.call("mcp__s__echo", {});
  expect(hub.servers[0]?.receipt).toMatchObject({ state: "called", reason: "echo" });
  await hub.restart("s");
  await hub.until("s", "listed", 2);
  await expect(hub.call("mcp__s__echo", {})).rejects.toMatchObject({ code: "rate_limited" });
  expect(hub.servers[0]?.receipt.state).toBe("listed");
});

it("[H16] a server that was given up is tried again with a later prompt, but not more than once a minute", async () => {
  await using server = await stdioServer({ misbehaviour: { stdio: { exitAtOnce: { exitCode: 3 } } } });
  let now = 0;
  const spec = stdioSpec("s", server, { revision: "2025-11-25" });
  await using hub = openTestHub([spec], { pauseMs: () => 0, now: () => now });
  await hub.until("s", "failed", 6);
  hub.retry();
  now += 61_000;
  hub.retry();
  await hub.until("s", "failed", 7);
  hub.retry();
  now += 61_000;
  hub.retry();
  await hub.until("s", "failed", 8);
  expect(hub.receipts.filter(({ state }) => state === "failed")).toHaveLength(8);
});

/** Starts as long as there is no such file. */
function startableUntil(flag: string, name: string, server: StdioServer): ServerSpec {
  const script = 'test -e "$FLAG" && exit 4; exec "$@"';
  return {
    type: "stdio",
    name,
    command: "/bin/sh",
    args: ["-c", script, "sh", server.command, ...server.args],
    env: { ...server.env, FLAG: flag },
  };
}

it.each([1_000, 4_500])(
  "[M44] a tool whose schema nests %d deep is left out alone, and its server is used",
  async (levels) => {
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`) as object;
    await using server = await stdioServer({
      tools: [echo, { name: "deep", inputSchema: { type: "object", ...deep } }],
    });
    await using hub = openTestHub([stdioSpec("s", server)]);
    await hub.until("s", "listed");
    expect(hub.catalogue.tools.map(({ tool }) => tool)).toEqual(["echo"]);
    expect(hub.warnings.join()).toContain("deep");
  },
);

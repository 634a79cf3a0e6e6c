import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const tools = [{ name: "read", description: "reads a page" }, { name: "write" }];

describe("what a person says of tools in a session", () => {
  it("[T-04] counts from the next offer on, the newer word before the older", async () => {
    await using server = await stdioServer({ tools });
    await using hub = openTestHub([stdioSpec("s", server)]);
    await hub.until("s", "listed");
    const offered = () => hub.offer("").tools.map(({ name }) => name);
    expect(offered()).toEqual(["mcp__s__read", "mcp__s__write"]);
    hub.include({ server: "s", tool: "read", mode: "off" });
    expect(offered()).toEqual(["mcp__s__write"]);
    expect(hub.search("read page")).toEqual([]);
    hub.include({ server: "s", mode: "off" });
    expect(offered()).toEqual([]);
    hub.include({ server: "s", tool: "read", mode: "always" });
    expect(offered()).toEqual(["mcp__s__read"]);
    hub.include({ server: "s", mode: undefined });
    expect(offered()).toEqual(["mcp__s__read", "mcp__s__write"]);
  });

  it("says of each tool whose word it was", async () => {
    await using server = await stdioServer({ tools });
    await using hub = openTestHub([stdioSpec("s", server, { tools: { read: "manual" } })]);
    await hub.until("s", "listed");
    hub.include({ server: "s", tool: "read", mode: "always" });
    const [verdict] = hub.offer("").verdicts;
    expect(verdict).toMatchObject({ isOffered: true, reason: "Always included (set by the session, for this tool)." });
  });
});

it("[K-08] a server's secrets are not in its receipts, wherever they are read", async () => {
  const secret = "s3cr3t-5ff2c1e9a7b04d68";
  await using server = await stdioServer({
    misbehaviour: { stdio: { exitAtOnce: { exitCode: 1, stderr: `bad token ${secret}` } } },
  });
  const spec = stdioSpec("s", server);
  if (spec.type !== "stdio") throw new Error("not a program");
  await using hub = openTestHub([{ ...spec, env: { ...spec.env, API_TOKEN: secret } }], { pauseMs: () => 60_000 });
  await hub.until("s", "failed");
  const [view] = hub.servers;
  expect(view?.receipt.reason).toContain("bad token");
  expect(JSON.stringify([view?.receipt, view?.history])).not.toContain(secret);
});

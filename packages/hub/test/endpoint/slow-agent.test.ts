import { once } from "node:events";
import { duplexPair } from "node:stream";

import { McpServer } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished } from "vitest";

import { createStreamDoor } from "../../src/endpoint/doors/stream-door.ts";

const GREETING = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } },
  },
  { method: "notifications/initialized" },
];

it("what servers log and change neither fills the memory nor warns, for an agent that does not read", async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on("warning", listener);
  onTestFinished(() => void process.off("warning", listener));
  const door = createStreamDoor({
    listen: () => undefined,
    make: () => ({
      server: new McpServer(
        { name: "tenon", version: "1" },
        { capabilities: { logging: {}, tools: { listChanged: true } } },
      ),
      isFollowing: () => false,
      accepts: () => true,
      end() {},
    }),
  });
  const [ours, theirs] = duplexPair();
  const served = door.serve(ours);
  for (const message of GREETING) theirs.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  await once(theirs, "readable");
  const data = "x".repeat(10_000);
  for (let count = 0; count < 1_000; count += 1) {
    door.logged({ level: "info", data });
    door.changed("tools");
  }
  // What is sent goes through a few promises.
  await new Promise((resolve) => setImmediate(resolve));
  expect(ours.writableLength).toBeGreaterThan(0);
  expect(ours.writableLength).toBeLessThan(200 * data.length);

  let last = "";
  theirs.on("data", (chunk: Buffer) => (last += String(chunk)));
  while (!last.includes("list_changed")) await once(theirs, "data");
  await door.close();
  await served;
  expect(warnings).toEqual([]);
});

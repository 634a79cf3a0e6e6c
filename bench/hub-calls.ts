/**
 * What the hub adds to a call: argument check, limits, deadline, receipts, bounding.
 */

import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openHub, type ServerSpec } from "@tenon/hub";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";

import { type Bench, type Figure, median } from "./figure.ts";

const CALLS = 500;
// Both sides are compiled by then.
const WARM_UP = 500;
const inputSchema = {
  type: "object",
  properties: { text: { type: "string" }, n: { type: "number" } },
  required: ["text"],
};
const script = { revision: "2025-11-25", tools: [{ name: "echo", inputSchema }] } as const;
const args = { text: "hello", n: 5 };
// The limit on calls per minute is not what is measured.
const options = { callsPerMinute: 1_000_000 };

export const hubCalls: Bench = {
  name: "hub-calls",
  what: "one call after another through the hub, against the bare SDK on the same server",
  async *run() {
    await using stdio = await stdioServer(script);
    const { command, args: words, env } = stdio;
    const path = process.env["PATH"] ?? "";
    yield await compare(
      "stdio",
      { type: "stdio", name: "s", command, args: words, env, options },
      new StdioClientTransport({ command, args: [...words], env: { ...env, PATH: path } }),
    );
    await using http = await startHttpServer(script);
    yield await compare(
      "HTTP",
      { type: "http", name: "s", url: http.url, headers: {}, options },
      new StreamableHTTPClientTransport(new URL(http.url)),
    );
  },
};

async function compare(name: string, spec: ServerSpec, transport: Transport): Promise<Figure> {
  const client = new Client({ name: "bench", version: "0.0.0" });
  await client.connect(transport);
  await client.listTools();
  await using hub = openHub({ servers: [spec], cwd: "/", clientInfo: { name: "bench", version: "0.0.0" } });
  await hub.ready({ waitMs: 30_000 });
  const bare: number[] = [];
  const ours: number[] = [];
  // In turns, so that whatever else the machine does hits both alike.
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    const bareMs = await time(() => client.callTool({ name: "echo", arguments: args }));
    const ourMs = await time(() => hub.call("mcp__s__echo", args));
    if (call < 0) continue;
    bare.push(bareMs);
    ours.push(ourMs);
  }
  await client.close();
  return {
    what: `one call over ${name}, median of ${CALLS}`,
    unit: "ms",
    measured: { name: "hub", value: median(ours) },
    baseline: { name: "SDK", value: median(bare) },
    limit: 1.25,
  };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

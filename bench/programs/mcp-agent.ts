/**
 * An agent that calls a tool of the MCP server it is given, with the official client, one call after another, and reports
 * how long the first took and the others at the median. TAKES=http makes it declare that transport.
 */

import { createInterface } from "node:readline";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { median } from "../figure.ts";

const HTTP = process.env["TAKES"] === "http";
const TOOL = /echo$/;
let servers: readonly Given[] = [];
let connected: Promise<Client> | undefined;

interface Given {
  readonly url?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

createInterface({ input: process.stdin })
  .on("line", (line) => void answer(JSON.parse(line)))
  .on("close", () => process.exit());

async function answer({ id, method, params }: { id?: number; method: string; params: never }): Promise<void> {
  if (id === undefined) return;
  const result = method === "session/prompt" ? await prompt(params) : other(method, params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

function other(method: string, params: { readonly mcpServers?: readonly Given[] }): object {
  if (method === "session/new") servers = params.mcpServers ?? [];
  return { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: HTTP } }, sessionId: "s1" };
}

/** The text of the prompt is how many calls to make, and how many more before them. */
async function prompt(params: { readonly prompt: readonly { readonly text: string }[] }): Promise<object> {
  const [calls = 0, warmUp = 0] = params.prompt[0]?.text.split(" ").map(Number) ?? [];
  const client = await (connected ??= connect());
  const { tools } = await client.listTools();
  const name = tools.find((tool) => TOOL.test(tool.name))?.name ?? "";
  const times: number[] = [];
  for (let call = 0; call < calls + warmUp; call += 1) {
    const began = performance.now();
    const result = await client.callTool({ name, arguments: { text: "hello" } });
    times.push(performance.now() - began);
    if (result.isError === true) throw new Error(JSON.stringify(result));
  }
  return { stopReason: "end_turn", _meta: { firstMs: times[0], medianMs: median(times.slice(warmUp)) } };
}

async function connect(): Promise<Client> {
  const [server] = servers;
  const client = new Client({ name: "bench", version: "0.0.0" });
  const pairs = (list: Given["env"] = []) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
  await client.connect(
    server?.url === undefined
      ? new StdioClientTransport({
          command: server?.command ?? "",
          args: [...(server?.args ?? [])],
          env: { PATH: process.env["PATH"] ?? "", ...pairs(server?.env) },
        })
      : new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: pairs(server.headers) } }),
  );
  return client;
}

/**
 * The program that the conformance suite starts: it opens a hub on one server, calls its tools, and ends.
 *
 * The suite gives the server's address as the last argument, and in the environment the scenario's name and what a user
 * would know: tool calls to make, client credentials.
 */

import { openHub, type RemoteServerSpec } from "@tenon/hub";

interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: Record<string, unknown> }[];
}

const SAMPLES: Readonly<Record<string, unknown>> = { number: 5, integer: 3, boolean: true, array: [], object: {} };

const url = process.argv.at(-1) ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
const spec: RemoteServerSpec = { type: "http", name: "target", url, headers: {} };

await using hub = openHub({
  servers: [spec],
  cwd: process.cwd(),
  clientInfo: { name: "tenon", version: "0.1.0" },
  callbacks: {
    // A person who accepts everything as it is proposed.
    elicit: { modes: ["form"], ask: async () => ({ action: "accept", content: {} }) },
  },
  onReceipt: ({ state, reason }) => console.error(state, reason ?? ""),
});
await hub.ready({ waitMs: 30_000 });
const [server] = hub.servers;
if (!["listed", "called"].includes(server?.receipt.state ?? "")) {
  console.error(`The server is ${server?.receipt.state}: ${server?.receipt.reason}`);
  process.exitCode = 1;
}

const calls =
  context.toolCalls ??
  hub.catalogue.tools.map(({ tool, inputSchema }) => ({ name: tool, arguments: sample(inputSchema) }));
for (const call of calls) {
  const tool = hub.catalogue.tools.find(({ tool }) => tool === call.name);
  if (tool)
    await hub.call(tool.name, call.arguments ?? {}).catch((error: unknown) => console.error(call.name, String(error)));
  else console.error(`${call.name} is not in the catalogue`);
}

/** Arguments that fit a schema; a tool that asks for a schema gets the one of another tool, as the catalogue has it. */
function sample(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema["properties"] ?? {}) as Record<
    string,
    { readonly type?: string; readonly default?: unknown }
  >;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, default: given }]) => [
      name,
      name === "schema" ? focalSchema() : (given ?? SAMPLES[type ?? "string"] ?? "test"),
    ]),
  );
}

function focalSchema(): unknown {
  return hub.catalogue.tools.find(({ tool }) => tool === "json_schema_2020_12_tool")?.inputSchema;
}

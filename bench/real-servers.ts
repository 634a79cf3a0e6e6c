/**
 * `node tooling/node.mjs bench/real-servers.ts [folder]`: real servers from npm in one hub, listed, and called where
 * that needs no account and no network. `bench/search-quality/fetch-lists.ts` installs them first.
 */

import { openHub, type StdioServerSpec } from "@tenon/hub";

import { realServers } from "./search-quality/real-servers.ts";
import { scriptOf, serversFolder } from "./search-quality/script-of.ts";

const CALLS: readonly (readonly [server: string, tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["everything", "get-sum", { a: 2, b: 3 }],
  ["everything", "get-structured-content", { location: "New York" }],
  ["everything", "get-tiny-image", {}],
  ["filesystem", "list_directory", { path: "." }],
  ["memory", "read_graph", {}],
  [
    "sequential-thinking",
    "sequentialthinking",
    { thought: "Hm", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
  ],
  ["git", "git_set_working_dir", { path: process.cwd() }],
  ["git", "git_status", {}],
];

const folder = serversFolder(process.argv[2]);
const servers = await Promise.all(
  realServers.map(async (server): Promise<StdioServerSpec> => {
    const args = [await scriptOf(server, folder), ...(server.args ?? [])];
    return {
      type: "stdio",
      name: server.name,
      command: process.execPath,
      args,
      env: { MDB_MCP_TELEMETRY: "disabled", ...server.env },
    };
  }),
);
const start = performance.now();
let failures = 0;
await using hub = openHub({
  servers,
  cwd: folder,
  limits: { servers: servers.length },
  clientInfo: { name: "real-servers", version: "0.1.0" },
  onWarning: (warning) => console.log(`  warning: ${warning.slice(0, 160)}`),
});
await hub.ready({ waitMs: 60_000 });
for (const { spec, receipt, info } of hub.servers) {
  const tools = hub.catalogue.tools.filter(({ server }) => server === spec.name).length;
  if (receipt.state !== "listed") failures += 1;
  console.log(`${spec.name}: ${receipt.state}, ${tools} tools, MCP ${info?.revision ?? "?"}`);
}
console.log(`${hub.catalogue.tools.length} tools after ${Math.round(performance.now() - start)} ms`);
for (const [server, tool, args] of CALLS) {
  const name = hub.catalogue.tools.find((one) => one.server === server && one.tool === tool)?.name ?? "";
  const shown = await hub.call(name, args).then(
    ({ forModel }) => `${forModel.isError ? "failed" : "ok"}: ${JSON.stringify(forModel.parts).slice(0, 100)}`,
    (error: unknown) => `error: ${String(error)}`,
  );
  if (!shown.startsWith("ok")) failures += 1;
  console.log(`${server} ${tool} ${shown}`);
}
process.exitCode = failures > 0 ? 1 : 0;

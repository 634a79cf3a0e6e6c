/**
 * `node tooling/node.mjs bench/search-quality/fetch-lists.ts [folder]`: installs the real servers with npm, or runs them
 * with uvx, outside the tree, and keeps what each answers to `tools/list`. Needs the network, so nothing calls it by itself.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { listTools } from "./list-tools.ts";
import { heldOutServers, type RealServer, realServers } from "./real-servers.ts";
import { scriptOf, serversFolder } from "./script-of.ts";
import { writeList } from "./tool-lists.ts";

const folder = serversFolder(process.argv[2]);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "package.json"), '{ "private": true }\n');
const servers = [...realServers, ...heldOutServers];
await npmInstall(
  servers.filter(({ registry }) => registry === undefined).map((server) => `${server.package}@${server.version}`),
);

for (const server of servers) {
  for (const [name, content] of Object.entries(server.files ?? {})) {
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  const tools = await listTools({ ...(await programOf(server)), cwd: folder, env: server.env ?? {} });
  await writeList(folder, server.name, tools);
  console.log(`${server.name}: ${tools.length} tools`);
}

async function programOf(server: RealServer): Promise<{ readonly command: string; readonly args: readonly string[] }> {
  const { package: name, version, bin, args = [] } = server;
  if (server.registry === "pypi") return { command: "uvx", args: ["--from", `${name}==${version}`, bin, ...args] };
  return { command: process.execPath, args: [await scriptOf(server, folder), ...args] };
}

async function npmInstall(packages: readonly string[]): Promise<void> {
  // They need nothing of each other, and some ask for peers that others have in another version.
  const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const npm = spawn("npm", ["install", ...flags, ...packages], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const [code] = await once(npm, "exit");
  if (code !== 0) throw new Error(`npm install in ${folder} ended with ${code}`);
}

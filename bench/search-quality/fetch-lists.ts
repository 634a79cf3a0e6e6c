/**
 * `node tooling/node.mjs bench/search-quality/fetch-lists.ts [folder]`: installs the real servers with npm, outside the
 * tree, and keeps what each answers to `tools/list`. Needs the network, so nothing calls it by itself.
 *
 * The lists are other people's prose and stay out of the repository.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { listTools } from "./list-tools.ts";
import { realServers } from "./real-servers.ts";
import { scriptOf } from "./script-of.ts";
import { listsFolder } from "./tool-lists.ts";

const folder = listsFolder(process.argv[2]);
await mkdir(join(folder, "lists"), { recursive: true });
await writeFile(join(folder, "package.json"), '{ "private": true }\n');
await npmInstall(realServers.map((server) => `${server.package}@${server.version}`));

for (const server of realServers) {
  const tools = await listTools({
    command: process.execPath,
    args: [await scriptOf(server, folder), ...(server.args ?? [])],
    cwd: folder,
    env: server.env ?? {},
  });
  await writeFile(join(folder, "lists", `${server.name}.json`), JSON.stringify(tools, undefined, 2));
  console.log(`${server.name}: ${tools.length} tools`);
}

async function npmInstall(packages: readonly string[]): Promise<void> {
  const npm = spawn("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const [code] = await once(npm, "exit");
  if (code !== 0) throw new Error(`npm install in ${folder} ended with ${code}`);
}

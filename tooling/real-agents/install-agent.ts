/**
 * Installs an agent from the npm registry into a folder of its own, once for each version.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";

import type { RealAgent } from "./real-agent.ts";

/** Our own Node.js first: programs that say `env node` and npm itself may need one that is new enough. */
export const searchPath = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);

export function isInstalled(agent: RealAgent, options: { readonly folder: string }): boolean {
  return existsSync(join(folderOf(agent, options), "installed"));
}

/** Resolves with the path of its program. */
export async function installAgent(agent: RealAgent, options: { readonly folder: string }): Promise<string> {
  const folder = folderOf(agent, options);
  const done = join(folder, "installed");
  if (!existsSync(done)) {
    await mkdir(folder, { recursive: true });
    const scripts = agent.needsInstallScript ? [] : ["--ignore-scripts"];
    const what = `${agent.packageName}@${agent.version}`;
    await npm(["install", "--prefix", folder, "--no-audit", "--no-fund", ...scripts, what, ...(agent.needs ?? [])]);
    await writeFile(done, "");
  }
  return join(folder, "node_modules", ".bin", agent.program);
}

function folderOf({ name, version }: RealAgent, { folder }: { readonly folder: string }): string {
  return join(folder, `${name}-${version}`);
}

async function npm(args: readonly string[]): Promise<void> {
  const child = spawn("npm", args, {
    env: { ...process.env, PATH: searchPath },
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  const [problems] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${problems.trim()}`);
}

/**
 * Which agents are here, and their versions. Nothing is started.
 */

import { realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

import { defined, objectOf, parseJson, stringOf } from "@tenon/basis";
import { listAgents } from "@tenon/client";
import { readTextFile } from "@tenon/hub/config";

import type { Machine } from "../../../clients/locate-files.ts";
import type { AgentFacts } from "../facts.ts";

/** Those of the project's own packages count too. */
export async function findAgents({ environment, cwd }: Machine): Promise<readonly AgentFacts[]> {
  const path = [environment["PATH"] ?? "", join(cwd, "node_modules", ".bin")].join(delimiter);
  const listed = await listAgents({ env: { ...environment, PATH: path }, cwd });
  return await Promise.all(
    listed.map(async (agent) => {
      const version = agent.file === undefined ? undefined : await versionOf(agent.file);
      return { ...agent, ...defined({ version }) };
    }),
  );
}

// From `bin/agent.js` or `dist/cli/main.js` to the package's folder.
const MAX_LEVELS = 4;

async function versionOf(program: string): Promise<string | undefined> {
  let folder = dirname(await realpath(program).catch(() => program));
  for (let level = 0; level < MAX_LEVELS; level += 1, folder = dirname(folder)) {
    const found = await readTextFile(join(folder, "package.json"));
    const version = found && "text" in found ? stringOf(objectOf(parseJson(found.text))["version"]) : undefined;
    if (version !== undefined) return version;
  }
  return undefined;
}

/**
 * A home and a project of its own for one agent, with its settings in them, and a mark on every process it starts.
 */

import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { homeVariables } from "@tenon/client";
import { markedProcesses, ProcessesLeftError } from "@tenon/testkit";
import type { ModelServer } from "@tenon/testkit/model";

import { searchPath } from "./install-agent.ts";
import type { RealAgent } from "./real-agent.ts";

export interface AgentHome extends AsyncDisposable {
  /** Everything is in here. */
  readonly root: string;
  /** The project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Kills the processes that outlived the agent, so that the next one finds the machine as this one did; resolves with their commands. */
  endProcesses(): Promise<readonly string[]>;
}

/** `programs` is a folder that comes first on its PATH. */
export async function openAgentHome(
  agent: RealAgent,
  model: ModelServer,
  { programs = "" }: { readonly programs?: string } = {},
): Promise<AgentHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-rehearsal-")));
  const home = join(root, "home");
  const cwd = join(root, "project");
  const mark = { name: "TENON_REHEARSAL", value: randomUUID() };
  const { environment, files = {} } = agent.settings({ home, model });
  await mkdir(cwd);
  for (const [path, content] of Object.entries({ [join(home, ".keep")]: "", ...files })) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return {
    root,
    cwd,
    env: {
      ...homeVariables(home),
      PATH: [programs, searchPath].join(delimiter),
      [mark.name]: mark.value,
      ...environment,
    },
    async endProcesses() {
      try {
        await markedProcesses(mark).gone({ within: 5_000 });
        return [];
      } catch (error) {
        if (!(error instanceof ProcessesLeftError)) throw error;
        for (const { pid } of error.details.left) process.kill(pid, "SIGKILL");
        return error.details.left.map(({ command }) => command.slice(0, 100));
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

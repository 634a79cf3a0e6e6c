/**
 * One real agent through a whole story with our client: a session with a server, a write that is allowed, one that is
 * denied, a turn that is cancelled, the session again from another connection, and nothing left behind.
 */

import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { markedProcesses, ProcessesLeftError } from "@tenon/testkit";
import { stdioServer } from "@tenon/testkit/mcp";
import { startModelServer } from "@tenon/testkit/model";

import type { RealAgent } from "./agents.ts";
import { TOOL } from "./arrival.ts";
import { startChecks, type Check } from "./checks.ts";
import { deviationsIn } from "./deviations.ts";
import { firstConnection } from "./first-connection.ts";
import { installAgent, searchPath } from "./install-agent.ts";
import { modelStory } from "./model-story.ts";
import { createRecording } from "./recording.ts";
import { secondConnection } from "./second-connection.ts";
import type { Stage } from "./stage.ts";

/** That is how many `mkdtemp` adds. */
const RANDOM_LETTERS = 6;

export interface RehearsalReport {
  readonly agent: string;
  readonly package: string;
  readonly version: string;
  readonly checks: readonly Check[];
  /** Where its messages are not what the protocol's schema says. */
  readonly deviations: readonly string[];
  /** The traffic of the first connection and of the one that loads the session, as JSON Lines. */
  readonly recordings: Readonly<Record<string, string>>;
  readonly stderr: string;
}

export async function rehearse(agent: RealAgent, options: { readonly folder: string }): Promise<RehearsalReport> {
  const checks = startChecks({ knownFaults: agent.knownFaults ?? {} });
  const program = await checks.run("install", () => installAgent(agent, options));
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-rehearsal-")));
  const story = modelStory(agent.write);
  const recordings = { first: createRecording(), load: createRecording() };
  const mark = { name: "TENON_REHEARSAL", value: randomUUID() };
  let stderr = "";
  await using model = await startModelServer({ script: story.script });
  await using server = await stdioServer({ tools: [{ name: TOOL, description: "Gives back what it is given." }] });
  try {
    if (program !== undefined) await play(program);
    return {
      agent: agent.name,
      package: agent.packageName,
      version: agent.version,
      checks: checks.done,
      deviations: deviationsIn(recordings.first.lines),
      recordings: Object.fromEntries(
        Object.entries(recordings).map(([name, recording]) => [name, recording.toJsonLines(replacements())]),
      ),
      stderr,
    };
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }

  async function play(command: string) {
    const home = join(root, "home");
    const cwd = join(root, "project");
    const { environment, files = {} } = agent.settings({ home, model });
    await mkdir(cwd);
    for (const [path, content] of Object.entries({ [join(home, ".keep")]: "", ...files })) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    const env = { ...homeEnvironment(home), PATH: searchPath, [mark.name]: mark.value, ...environment };
    const stage: Stage = {
      agent,
      program: { command, args: agent.args, cwd, env },
      cwd,
      model,
      server,
      story,
      checks,
      onStderr: (text) => void (stderr = (stderr + text).slice(-4_000)),
    };
    const sessionId = await firstConnection(stage, recordings.first);
    if (sessionId !== undefined) await secondConnection(stage, { sessionId, recording: recordings.load });
    await checks.run("nothing left", async () => {
      const left = await whoIsLeft();
      if (left.length > 0) throw new Error(`left: ${left.join(", ")}`);
      return "no process";
    });
  }

  /** Who is left is ended here: the next agent finds the machine as this one did. */
  async function whoIsLeft(): Promise<readonly string[]> {
    try {
      await markedProcesses(mark).gone({ within: 5_000 });
      return [];
    } catch (error) {
      if (!(error instanceof ProcessesLeftError)) throw error;
      for (const { pid } of error.details.left) process.kill(pid, "SIGKILL");
      return error.details.left.map(({ command }) => command.slice(0, 100));
    }
  }

  function replacements(): Record<string, string> {
    // Agents that show arguments while they come in show paths that are not whole.
    const cutRoots = Array.from({ length: RANDOM_LETTERS + 1 }, (_, missing) => root.slice(0, root.length - missing));
    return {
      ...Object.fromEntries(cutRoots.map((path) => [path, "/rehearsal"])),
      [options.folder]: "/agents",
      [process.execPath]: "/usr/bin/node",
      [fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")]: "/tenon",
      [tmpdir()]: "/tmp",
      [model.url]: "http://127.0.0.1:8080",
      [JSON.stringify(server.args.at(-1))]: '"8081"',
    };
  }
}

function homeEnvironment(home: string): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "AppData", "Roaming"),
    LOCALAPPDATA: join(home, "AppData", "Local"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
}

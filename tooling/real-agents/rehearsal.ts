/**
 * One real agent through a whole story with our client: a session with a server, a write that is allowed, one that is
 * denied, a turn that is cancelled, the session again from another connection, and nothing left behind.
 */

import { dirname } from "node:path";

import { stdioServer } from "@tenon/testkit/mcp";
import { startModelServer } from "@tenon/testkit/model";

import { openAgentHome } from "./agent-home.ts";
import { TOOL } from "./arrival.ts";
import { startChecks, type Check } from "./checks.ts";
import { deviationsIn } from "./deviations.ts";
import { firstConnection } from "./first-connection.ts";
import { installAgent } from "./install-agent.ts";
import { modelStory } from "./model-story.ts";
import type { RealAgent } from "./real-agent.ts";
import { createRecording, machineNames } from "./recording.ts";
import { secondConnection } from "./second-connection.ts";
import type { Stage } from "./stage.ts";

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

export interface RehearsalOptions {
  /** Where agents are installed. */
  readonly folder: string;
  /** The path of `tenon`, to put `tenon wrap` before the agent: everything must come out as without it. */
  readonly wrappedBy?: string | undefined;
}

export async function rehearse(agent: RealAgent, options: RehearsalOptions): Promise<RehearsalReport> {
  const checks = startChecks({ knownFaults: agent.knownFaults ?? {} });
  const program = await checks.run("install", () => installAgent(agent, options));
  const story = modelStory(agent.write);
  const recordings = { first: createRecording(), load: createRecording() };
  let stderr = "";
  await using model = await startModelServer({ script: story.script });
  await using server = await stdioServer({ tools: [{ name: TOOL, description: "Gives back what it is given." }] });
  await using home = await openAgentHome(agent, model, { programs: dirname(program ?? "") });
  if (program !== undefined) await play(program);
  const { root } = home;
  const names = machineNames({ root, folder: options.folder, modelUrl: model.url, port: server.args.at(-1) });
  return {
    agent: agent.name,
    package: agent.packageName,
    version: agent.version,
    checks: checks.done,
    deviations: deviationsIn(recordings.first.lines),
    recordings: Object.fromEntries(
      Object.entries(recordings).map(([name, recording]) => [name, recording.toJsonLines(names)]),
    ),
    stderr,
  };

  async function play(command: string) {
    const { cwd, env } = home;
    const stage: Stage = {
      agent,
      program: { ...wrapped([command, ...agent.args], options.wrappedBy), cwd, env },
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
      const left = await home.endProcesses();
      if (left.length > 0) throw new Error(`left: ${left.join(", ")}`);
      return "no process";
    });
  }
}

/** Without our tools: they have their own matrix (tooling/arrival). */
function wrapped([command, ...args]: readonly [string, ...string[]], tenon: string | undefined) {
  if (tenon === undefined) return { command, args };
  return { command: process.execPath, args: [tenon, "wrap", "--no-tools", "--", command, ...args] };
}

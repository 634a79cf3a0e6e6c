/**
 * Deploys through a command of the user's: `deploy.sh status|deploy|roll_back service environment [version commit replicas]`.
 * `status` prints what is live as JSON, or nothing.
 */

import { parseJson } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import { runProgram } from "../programs/run-program.ts";
import type { Environment } from "../environment.ts";
import { type DeploymentAdapter, readLive } from "./adapter.ts";

export interface CommandOptions {
  readonly words: readonly [command: string, ...args: string[]];
  readonly folder: string;
  readonly env: Environment;
}

export function commandAdapter({ words, folder, env }: CommandOptions): DeploymentAdapter {
  const [command, ...first] = words;
  return {
    label: command,
    async status({ service, environment }, signal) {
      const output = await run("status", [service, environment], signal);
      return output.trim() === "" ? undefined : readLive(parseJson(output), "DEPLOY_COMMAND status");
    },
    async deploy({ service, environment, version, commit, replicas }, signal) {
      const more = replicas === undefined ? [] : [String(replicas)];
      await run("deploy", [service, environment, version, commit, ...more], signal);
    },
    async rollBack({ service, environment }, signal) {
      await run("roll_back", [service, environment], signal);
    },
  };

  async function run(action: string, args: readonly string[], signal: AbortSignal): Promise<string> {
    const program = { command, args: [...first, action, ...args], cwd: folder, env };
    const { code, output, stderr } = await runProgram(program, { signal, keep: "all" });
    if (code === 0) return output;
    const reason = stderr.trim() || output.trim().slice(-2_000);
    throw new ToolError("failed", `DEPLOY_COMMAND ${action} exited with code ${code}: ${reason}`);
  }
}

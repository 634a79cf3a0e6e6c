/**
 * From what a person types to what to start: the name of an agent that we know, a command line, or a path. Never a shell.
 *
 * An agent is the user's own program: it gets the user's whole environment, keys and proxies included, and nothing is
 * taken from it. What an agent hands on to MCP servers is another matter, and the policy's.
 */

import { basename, dirname, isAbsolute } from "node:path";

import { defined, nearestWord, splitShellWords } from "@tenon/basis";

import { AgentError } from "../agent-error.ts";
import type { AgentProgram } from "./agent-program.ts";
import { type Environment, findProgram, isPath, pathOf, withFolder } from "./find-program.ts";
import type { AgentPreset } from "./preset.ts";
import { presetNamed, presetOfCommand, presets } from "./presets.ts";

/** The name of our own agent. */
export const OWN_AGENT = "tenon";

export interface ResolveAgentOptions {
  readonly env: Environment;
  /** Where the agent runs, and from where a path is seen. */
  readonly cwd: string;
  /** How to start our own agent; without it, there is none. */
  readonly own?: { readonly command: string; readonly args: readonly string[] } | undefined;
}

export interface ResolvedAgent {
  /** What to call it. */
  readonly title: string;
  readonly program: AgentProgram;
  /** What is known of it, whether its name was typed or its command line. */
  readonly preset?: AgentPreset;
  /**
   * The package that npx will fetch, if it has not yet: the first start then takes long, and needs the network. npx obeys
   * the `.npmrc` of the folder it runs in; an agent that is installed does not depend on it.
   */
  readonly fetches?: string;
}

/**
 * An array is a command with its arguments, which are not split any further. Rejects with `agent_not_found` and what to
 * install or to type.
 */
export async function resolveAgent(
  nameOrCommand: string | readonly [string, ...string[]],
  options: ResolveAgentOptions,
): Promise<ResolvedAgent> {
  if (typeof nameOrCommand !== "string") return await resolveCommandLine(nameOrCommand, options);
  const typed = nameOrCommand.trim();
  const { cwd, env, own } = options;
  if (typed === OWN_AGENT && own) return { title: "Tenon", program: { ...own, cwd, env } };
  const preset = presetNamed(typed);
  if (preset) return await resolvePreset(preset, options);
  // A path may have spaces in it, which shell completion has unquoted.
  const isOneFile = isPath(typed) && (await findProgram(typed, { env, cwd })) !== undefined;
  return await resolveCommandLine(isOneFile ? [typed] : wordsOf(typed), options);
}

async function resolvePreset(preset: AgentPreset, { env: given, cwd }: ResolveAgentOptions): Promise<ResolvedAgent> {
  const env = { ...preset.env, ...given };
  const { title, command, args, npm, runsOneSession } = preset;
  const around = { cwd, env, ...defined({ runsOneSession }) };
  const installed = await findProgram(command, { env, cwd });
  if (installed !== undefined) return { title, preset, program: { command: installed, args, ...around } };
  const npx = npm === undefined ? undefined : await findProgram("npx", { env, cwd });
  if (npm !== undefined && npx !== undefined) {
    return { title, preset, fetches: npm, program: { command: npx, args: ["--yes", npm, ...args], ...around } };
  }
  const orNpx = npm === undefined ? "" : ", and neither is npx, which could fetch it";
  const message = `${title} is not installed: "${command}" is not on the PATH (${pathOf(env)})${orNpx}. Install it: ${preset.install}`;
  throw new AgentError("agent_not_found", message, { command });
}

async function resolveCommandLine(
  [command, ...args]: readonly [string, ...string[]],
  { env, cwd, own }: ResolveAgentOptions,
): Promise<ResolvedAgent> {
  const file = await findProgram(command, { env, cwd });
  if (file === undefined) {
    const names = [...(own ? [OWN_AGENT] : []), ...presets.map(({ name }) => name)];
    throw new AgentError("agent_not_found", notFound(command, { env, cwd, names }), { command });
  }
  // A script of Node's, such as npx, needs the `node` that lies beside it [U-07].
  const around = isAbsolute(command) ? withFolder(env, dirname(file)) : env;
  const preset = presetOfCommand(command, args);
  const program = { command: file, args, cwd, env: around, ...defined({ runsOneSession: preset?.runsOneSession }) };
  return { title: basename(command), program, ...(preset && { preset }) };
}

function wordsOf(typed: string): readonly [string, ...string[]] {
  // A path of Windows is full of backslashes that mean themselves.
  const { words, isOpen } = splitShellWords(typed, { escapes: process.platform !== "win32" });
  const [command, ...args] = words;
  if (command && !isOpen) return [command, ...args];
  const problem = isOpen ? `Unclosed quote in: ${typed}` : "The agent's name is empty.";
  throw new AgentError("agent_not_found", problem);
}

function notFound(
  command: string,
  { env, cwd, names }: { readonly env: Environment; readonly cwd: string; readonly names: readonly string[] },
): string {
  const near = nearestWord(command, names);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  const where = isPath(command) ? `no such program in ${cwd}` : `"${command}" is not on the PATH (${pathOf(env)})`;
  return `Unknown agent "${command}".${hint} Known agents: ${names.join(", ")}. Pass any other agent as a command line; ${where}.`;
}

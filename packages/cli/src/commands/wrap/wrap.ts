/**
 * `tenon wrap`: stands between an ACP client and an ACP agent, on standard input and output.
 *
 * The agent is started first, and everything else is loaded while it starts.
 */

import { OWN_AGENT, type RunningAgent, runAgent } from "@tenon/client";

import { findAgent, type RunAgent } from "../../arguments/find-agent.ts";

export interface WrapFlags {
  readonly journal: boolean;
}

/** Resolves with the exit code. */
export async function runWrap(flags: WrapFlags, words: readonly string[]): Promise<number> {
  const found = find(words, flags);
  const agent = found?.then(start);
  agent?.catch(() => {}); // Reported when it is missed.
  const { joinStdio } = await import("./join-stdio.ts");
  return await joinStdio({ found, agent, journal: flags.journal && !isOwn(words) });
}

function find([first, ...rest]: readonly string[], flags: WrapFlags): Promise<RunAgent> | undefined {
  if (first === undefined) return undefined;
  const typed = rest.length === 0 ? first : ([first, ...rest] as const);
  return findAgent(isOwn([first, ...rest]) ? OWN_AGENT : typed, process.cwd(), { ...flags, prefix: "" });
}

/** Our own agent records its sessions itself. */
function isOwn(words: readonly string[]): boolean {
  return [OWN_AGENT, `${OWN_AGENT} agent`].includes(words.join(" "));
}

function start({ program }: RunAgent): Promise<RunningAgent> {
  return runAgent(program, { onStderr: (text) => void process.stderr.write(text) });
}

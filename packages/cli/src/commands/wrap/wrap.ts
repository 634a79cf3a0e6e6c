/**
 * `tenon wrap`: stands between an ACP client and an ACP agent, on standard input and output.
 *
 * The agent is started first, and everything else is loaded while it starts. So this file imports no more than that takes.
 */

import { OWN_AGENT, resolveAgent, type RunningAgent, runAgent } from "@tenon/client";

import { ownAgent } from "../../arguments/own-agent.ts";

export interface WrapFlags {
  readonly journal: boolean;
  readonly tools: boolean;
}

/** Resolves with the exit code. */
export async function runWrap(flags: WrapFlags, words: readonly string[]): Promise<number> {
  // Our own agent records its sessions and has a hub itself.
  const isOwn = [OWN_AGENT, `${OWN_AGENT} agent`].includes(words.join(" "));
  const agent = start(isOwn ? [OWN_AGENT] : words, flags);
  // Loading before it runs would hold up its start. A failure is reported when it is missed.
  await agent?.catch(() => {});
  const { joinStdio } = await import("./join-stdio.ts");
  return await joinStdio({ words, agent, journal: flags.journal && !isOwn, tools: flags.tools && !isOwn });
}

function start([first, ...rest]: readonly string[], flags: WrapFlags): Promise<RunningAgent> | undefined {
  if (first === undefined) return undefined;
  const typed = rest.length === 0 ? first : ([first, ...rest] as const);
  return resolveAgent(typed, { env: process.env, cwd: process.cwd(), own: ownAgent(flags) }).then(({ program }) =>
    runAgent(program, { onStderr: (text) => void process.stderr.write(text) }),
  );
}

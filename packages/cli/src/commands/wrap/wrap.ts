/**
 * `tenon wrap`: stands between an ACP client and an ACP agent, on standard input and output.
 *
 * The agent is started first, and everything else is loaded while it starts. So this file imports no more than that takes.
 */

import {
  type AgentPreset,
  type AgentProgram,
  OWN_AGENT,
  resolveAgent,
  type ResolvedAgent,
  type RunningAgent,
  runAgent,
} from "@tenon/client";

import { ownAgent } from "../../arguments/own-agent.ts";
import type { UserTools } from "../../user/user-tools.ts";

export interface WrapFlags {
  readonly journal: boolean;
  readonly tools: boolean;
  /** Lends the client's files and terminals, in a server of this name. */
  readonly clientTools?: string;
}

/** Resolves with the exit code. */
export async function runWrap(flags: WrapFlags, ...words: readonly string[]): Promise<number> {
  // Our own agent records its sessions and has a hub itself.
  const isOwn = [OWN_AGENT, `${OWN_AGENT} agent`].includes(words.join(" "));
  const [first, ...rest] = isOwn ? [OWN_AGENT] : words;
  const starting = first === undefined ? undefined : start(rest.length === 0 ? first : [first, ...rest], flags);
  // Loading before it runs would hold up its start. A failure is reported when it is missed.
  const launch = await starting?.then(
    (started) => started.launch,
    () => undefined,
  );
  const agent = starting?.then(({ running }) => running);
  const { joinStdio } = await import("./join-stdio.ts");
  const { clientTools } = flags;
  const [journal, tools] = [flags.journal && !isOwn, flags.tools && !isOwn];
  return await joinStdio({ words, agent, launch, journal, tools, clientTools });
}

/** What was prepared for an agent that has to connect to its tools by itself. */
export interface Launch {
  readonly tools: UserTools;
  readonly kind: NonNullable<AgentPreset["connectsWhenStarted"]>;
}

interface Started {
  readonly running: RunningAgent;
  readonly launch?: Launch;
}

async function start(typed: string | readonly [string, ...string[]], flags: WrapFlags): Promise<Started> {
  const resolve = { env: process.env, cwd: process.cwd(), own: ownAgent(flags) };
  const resolved = await resolveAgent(typed, resolve);
  const { preset } = resolved;
  const program = await programOf(resolved, flags);
  const kind = flags.tools && process.platform !== "win32" ? preset?.connectsWhenStarted : undefined;
  const onStderr = (text: string) => void process.stderr.write(text);
  if (kind === undefined) return { running: await runAgent(program, { onStderr }) };
  const { openUserTools } = await import("../../user/user-tools.ts");
  const tools = openUserTools();
  const env = { ...program.env, ...(await tools.prepareLaunch(kind, program.env)) };
  return { running: await runAgent({ ...program, env }, { onStderr }), launch: { tools, kind } };
}

async function programOf({ program, preset }: ResolvedAgent, { clientTools, tools }: WrapFlags): Promise<AgentProgram> {
  if (clientTools === undefined || !tools) return program;
  return await (await import("../../user/lending-program.ts")).lendingProgram(program, preset?.name);
}

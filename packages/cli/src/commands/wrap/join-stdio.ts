/**
 * Joins our standard input and output to an agent that is being started.
 */

import { defined } from "@tenon/basis";
import { AgentError, type RunningAgent } from "@tenon/client";
import { passEverything, recordEvents, recordLater, wrapAgent, type WrapEnd } from "@tenon/proxy";

import { agentName } from "../../arguments/agent-name.ts";
import { exitCode } from "../../process/exit-code.ts";
import { giveBackMemory } from "../../process/give-back-memory.ts";
import { describeFault, installLastResort } from "../../process/last-resort.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { sendConsoleTo } from "../../process/send-console-to.ts";
import { queueStdout } from "../../process/stdout.ts";
import { warn } from "../../process/warn.ts";
import { openUserTools } from "../../user/user-tools.ts";
import type { Launch } from "./wrap.ts";

export interface JoinStdioOptions {
  /** The name or the command of the agent; none in a proxy chain. */
  readonly words: readonly string[];
  readonly agent: Promise<RunningAgent> | undefined;
  /** If it connects to its tools by itself. */
  readonly launch: Launch | undefined;
  readonly journal: boolean;
  /** Gives the agent our endpoint instead of the client's servers. */
  readonly tools: boolean;
  readonly clientTools: string | undefined;
}

/** Resolves with the exit code. */
export async function joinStdio(options: JoinStdioOptions): Promise<number> {
  const { words, agent, launch, journal, tools: hasTools, clientTools } = options;
  using _console = sendConsoleTo(warn);
  // A fault in the tools of one session must not end the others.
  using _lastResort = installLastResort({ report: (fault) => warn(describeFault(fault)) });
  using interruption = listenForInterruption();
  const somethingHappened = giveBackMemory();
  const recorder = journal ? recordLater({ openJournal, agent: nameOf(words), ...session() }) : undefined;
  const onSecrets = (secrets: readonly string[]) => recorder?.hide(secrets);
  const events = recorder && recordEvents(recorder);
  const tools = hasTools ? (launch?.tools ?? openUserTools()) : undefined;
  // A client that reads no more is gone, whether it has closed our standard input or not.
  process.stdout.once("error", () => process.stdin.destroy());
  const end = await wrapAgent({
    client: {
      input: process.stdin,
      write(bytes) {
        somethingHappened();
        return queueStdout(bytes);
      },
    },
    agent,
    intercept:
      tools?.interceptor({
        preset: presetOf(words),
        launched: launch?.kind,
        clientTools,
        onSecrets,
        ...defined({ openEvents: events?.open }),
      }) ?? passEverything,
    record:
      recorder &&
      (async (record) => {
        const seq = await recorder.record(record);
        events?.recorded();
        return seq;
      }),
    onWarning: warn,
    onNoise: (line) => void process.stderr.write(`${line}\n`),
    signal: interruption.signal,
  });
  await tools?.close();
  await recorder?.close();
  // A listening stdin would keep the process alive for a client that never closes it.
  process.stdin.destroy();
  interruption.leave();
  return statusOf(end);
}

async function openJournal() {
  const { openUserJournal } = await import("../../user/user-journal.ts");
  // The agent has its own store, and the client must not feel that we stand between.
  return await openUserJournal({ waitsForDisk: false });
}

function session() {
  return { cwd: process.cwd(), newId: () => crypto.randomUUID() };
}

// Of a chain, only the conductor knows who answers.
const CHAIN = "proxy chain";

function nameOf(words: readonly string[]): string {
  return words.length === 0 ? CHAIN : agentName(words.join(" "));
}

function presetOf(words: readonly string[]): string | undefined {
  return words.length === 1 ? words[0] : undefined;
}

/** The agent's own, if it has ended by itself; what ended a client is no failure of ours. */
function statusOf({ by, error }: WrapEnd): number {
  const exit = error instanceof AgentError ? error.details.exit : undefined;
  if (exit) return exit.code ?? 128 + numberOf(exit.signal);
  if (by === "agent" && error) warn(error.message);
  return by === "agent" ? exitCode.failed : exitCode.done;
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : process.getBuiltinModule("node:os").constants.signals[signal];
}

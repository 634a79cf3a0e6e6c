/**
 * The terminals of a scripted client. No command really runs: a script says what each would have written and how it
 * would have ended.
 */

import type { TerminalExitStatus } from "@agentclientprotocol/sdk";

import { countingIds } from "../../ids.ts";
import type { ClientAnswers } from "./client-answers.ts";
import { RequestFailed } from "../wire/json-rpc.ts";

export interface ScriptedCommand {
  readonly output: string;
  /** Without one the command runs until it is killed. */
  readonly exitCode?: number;
}

export interface ScriptedTerminals {
  readonly answers: ClientAnswers;
  /** The terminals that are not released. */
  readonly open: ReadonlySet<string>;
}

/** `run` says what a command does; a command it does not know ends with 127. */
export function scriptedTerminals(
  run: (command: string, args: readonly string[]) => ScriptedCommand | undefined,
): ScriptedTerminals {
  const newId = countingIds();
  const terminals = new Map<string, Terminal>();
  const open = new Set<string>();
  return {
    open,
    answers: {
      "terminal/create": ({ command, args }) => {
        const { output, exitCode } = run(command, args ?? []) ?? { output: `${command}: not found\n`, exitCode: 127 };
        const exited = Promise.withResolvers<TerminalExitStatus>();
        const terminal: Terminal = { output, exited: exited.promise, end };
        const terminalId = newId("terminal");
        terminals.set(terminalId, terminal);
        open.add(terminalId);
        if (exitCode !== undefined) end({ exitCode });
        return { terminalId };

        function end(status: TerminalExitStatus) {
          terminal.status ??= status;
          exited.resolve(terminal.status);
        }
      },
      "terminal/output": ({ terminalId }) => {
        const { output, status } = find(terminalId);
        return { output, truncated: false, ...(status ? { exitStatus: status } : {}) };
      },
      "terminal/wait_for_exit": ({ terminalId }) => find(terminalId).exited,
      "terminal/kill": ({ terminalId }) => find(terminalId).end({ signal: "SIGKILL" }),
      "terminal/release": ({ terminalId }) => {
        find(terminalId).end({ signal: "SIGKILL" });
        open.delete(terminalId);
      },
    },
  };

  function find(terminalId: string): Terminal {
    const terminal = open.has(terminalId) ? terminals.get(terminalId) : undefined;
    if (!terminal) throw new RequestFailed({ code: -32002, message: `No such terminal: ${terminalId}` });
    return terminal;
  }
}

interface Terminal {
  readonly output: string;
  readonly exited: Promise<TerminalExitStatus>;
  status?: TerminalExitStatus;
  end(status: TerminalExitStatus): void;
}

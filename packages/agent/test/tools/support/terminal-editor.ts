/**
 * An editor that has terminals, and really runs what it is asked to run. It keeps what it was asked, in order.
 */

import { EventEmitter, once } from "node:events";

import type { CreateTerminalRequest } from "@agentclientprotocol/sdk";
import { countingIds } from "@tenon/testkit";
import { type ClientAnswers, RequestFailed } from "@tenon/testkit/acp";
import { type RunningCommand, startCommand } from "@tenon/workspace";

import type { TestEditor } from "./test-workspace.ts";

export interface TerminalEditor extends TestEditor {
  readonly created: readonly CreateTerminalRequest[];
  /** Such as `release terminal-1`, in order. */
  readonly events: readonly string[];
  record(event: string): void;
  until(event: string): Promise<void>;
}

export function terminalEditor(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of the real ones. */
  readonly answers?: ClientAnswers;
}): TerminalEditor {
  const newId = countingIds();
  const commands = new Map<string, RunningCommand>();
  const created: CreateTerminalRequest[] = [];
  const events: string[] = [];
  const happening = new EventEmitter();
  const record = (event: string) => {
    events.push(event);
    happening.emit("event");
  };
  const find = (act: string, id: string) => {
    record(`${act} ${id}`);
    const command = commands.get(id);
    if (!command) throw new RequestFailed({ code: -32_002, message: `No such terminal: ${id}` });
    return command;
  };
  return {
    capabilities: { terminal: true },
    created,
    events,
    record,
    async until(event) {
      while (!events.includes(event)) await once(happening, "event");
    },
    answers: {
      "terminal/create": async (request) => {
        created.push(request);
        const { command, args = [], cwd, env = [], outputByteLimit } = request;
        const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
        const started = await startCommand(
          { command, args, cwd: cwd ?? "/", env: { ...options.env, ...given } },
          { maxBytes: outputByteLimit ?? 1_000_000, signal: new AbortController().signal },
        ).catch((error: unknown) => {
          throw new RequestFailed({ code: -32_603, message: String(error) });
        });
        const terminalId = newId("terminal");
        commands.set(terminalId, started);
        record(`create ${terminalId}`);
        return { terminalId };
      },
      "terminal/output": ({ terminalId }) => find("output", terminalId).output(),
      "terminal/wait_for_exit": async ({ terminalId }) => {
        const end = await find("wait", terminalId).ended;
        record(`wait ended ${terminalId}`);
        return end;
      },
      "terminal/kill": async ({ terminalId }) => {
        await find("kill", terminalId).end();
        return {};
      },
      "terminal/release": async ({ terminalId }) => {
        const command = find("release", terminalId);
        commands.delete(terminalId);
        await command.end();
        return {};
      },
      ...options.answers,
    },
  };
}

/**
 * The terminals of a session in an empty folder, and shorter words to use them by.
 */

import { EventEmitter, once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { CreateTerminalRequest } from "@agentclientprotocol/sdk";
import { countingIds, leaveNothing } from "@tenon/testkit";

import { openTerminals, type TerminalOptions } from "../../src/terminals/open-terminals.ts";

type Command = Omit<CreateTerminalRequest, "sessionId">;

/** Closes the terminals after the block, and insists that nothing is left. */
export function withTerminals(
  block: (terminals: Awaited<ReturnType<typeof open>>) => Promise<void>,
  options: Partial<TerminalOptions> = {},
): Promise<void> {
  return leaveNothing(async ({ environment }) => {
    await using terminals = await open({ ...options, env: { ...process.env, ...options.env, ...environment } });
    await block(terminals);
  });
}

async function open(options: Partial<TerminalOptions>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-terminals-")));
  const heard: string[] = [];
  const hearing = new EventEmitter();
  const onOutput = (_: string, text: string) => {
    heard.push(text);
    hearing.emit("text");
  };
  const openFor = openTerminals({ newId: countingIds(), onOutput, ...options });
  const session = { id: "session-1", cwd: folder, roots: [folder] };
  const terminals = openFor(session);
  const sessionId = session.id;
  const wait = (terminalId: string, signal = new AbortController().signal) =>
    terminals.waitForExit({ sessionId, terminalId }, { signal });
  const output = (terminalId: string) => terminals.output({ sessionId, terminalId });
  const create = async (command: Command) => (await terminals.create({ sessionId, ...command })).terminalId;
  return {
    folder,
    /** All output of all commands, in the parts in which it came. */
    heard,
    async untilHeard(text: string) {
      while (!heard.join("").includes(text)) await once(hearing, "text");
    },
    openFor,
    create,
    wait,
    output,
    kill: (terminalId: string) => terminals.kill({ sessionId, terminalId }),
    release: (terminalId: string) => terminals.release({ sessionId, terminalId }),
    close: () => terminals.close(),
    /** Runs a command to its end. */
    async run(command: Command) {
      const terminalId = await create(command);
      await wait(terminalId);
      return output(terminalId);
    },
    async [Symbol.asyncDispose]() {
      await terminals.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function sh(script: string): Command {
  return { command: "/bin/sh", args: ["-c", script] };
}

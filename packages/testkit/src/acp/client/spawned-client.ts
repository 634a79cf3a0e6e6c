/**
 * Starts an agent as a program and connects a scripted client to its stdin and stdout.
 *
 * Everything the program prints on stdout is judged: `transcript.problems("agent")` is empty if it kept stdout for the
 * protocol [R1]. Disposing closes the agent's stdin, waits, and then kills it; what the agent itself has started is left
 * alone, for the test to find.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";

import { within } from "@tenon/basis";
import { scriptedClient, type ScriptedClient, type ScriptedClientOptions } from "./scripted-client.ts";
import { byteWire } from "../wire/wire.ts";
import type { Duplex } from "../../duplex.ts";

export interface ProgramToSpawn {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the environment of the test. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SpawnedClientOptions extends ScriptedClientOptions {
  /** How long the agent may take to leave once its stdin is closed, in milliseconds. */
  readonly grace?: number;
  /** Something to put between, such as a byte pipe. */
  readonly through?: (stream: Duplex<Uint8Array>) => Duplex<Uint8Array>;
}

export interface SpawnedClient extends ScriptedClient {
  readonly pid: number;
  /** Resolves when the program has ended and everything it wrote was read. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** What it wrote on stderr so far. */
  stderr(): string;
  kill(signal?: NodeJS.Signals): void;
}

export async function spawnedClient(
  program: ProgramToSpawn,
  options: SpawnedClientOptions = {},
): Promise<SpawnedClient> {
  const { command, args = [], cwd, env } = program;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
  await once(child, "spawn");
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const ended = once(child, "exit");
  const drained = once(child, "close");
  const stdio = { readable: Readable.toWeb(child.stdout), writable: Writable.toWeb(child.stdin) };
  const client = scriptedClient(byteWire(options.through?.(stdio) ?? stdio), options);
  const exited = Promise.all([drained, client.closed]).then(() => ({ code: child.exitCode, signal: child.signalCode }));

  return {
    ...client,
    pid: child.pid!,
    exited,
    stderr: () => Buffer.concat(stderr).toString(),
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      await client.end();
      const hasEnded = await within(
        options.grace ?? 5_000,
        ended.then(() => true),
      );
      if (hasEnded === undefined) child.kill("SIGKILL");
      await ended;
      // Not `close`: something that the agent has left behind may hold its pipes.
      await client.drop();
      child.stderr.destroy();
    },
  };
}

/**
 * A server process, spoken to by hand: what it writes is kept as it is.
 */

import { spawn, type SpawnOptionsWithoutStdio } from "node:child_process";
import { once } from "node:events";

import type { StdioServer } from "../../src/mcp/index.ts";
import { livingProcesses } from "../../src/process-table.ts";

export interface RawProcess extends AsyncDisposable {
  readonly pid: number;
  readonly stdout: { readonly text: string; readonly isEnded: boolean };
  readonly stderr: { readonly text: string };
  /** Resolves when the process has exited, even if others hold its pipes. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Resolves when no process holds stdout any more. */
  readonly outputEnded: Promise<unknown>;
  send(message: object): void;
  /** The response to a request, however it is surrounded. */
  response(id: number | string): Promise<Record<string, unknown>>;
  initialize(): Promise<Record<string, unknown>>;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
}

export function spawnRaw(server: StdioServer, options: SpawnOptionsWithoutStdio = {}): RawProcess {
  const { command, args, env } = server;
  const child = spawn(command, args, { ...options, env: { ...options.env, ...env } });
  const stdout = { text: "", isEnded: false };
  const stderr = { text: "" };
  const arrivals = new EventTarget();
  const exited = once(child, "exit").then(([code, signal]: (number | string | null)[]) => ({
    code: typeof code === "number" ? code : null,
    signal: typeof signal === "string" ? signal : null,
  }));
  const outputEnded = once(child.stdout, "close").then(() => (stdout.isEnded = true));
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout.text += chunk;
    if (chunk.includes("\n")) arrivals.dispatchEvent(new Event("line"));
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr.text += chunk));
  // Some of these servers do not wait for their input.
  child.stdin.on("error", () => {});
  const { pid } = child;
  if (pid === undefined) throw new Error(`Could not start ${command}`);

  const raw: RawProcess = {
    pid,
    stdout,
    stderr,
    exited,
    outputEnded,
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    async response(id) {
      for (;;) {
        const found = messagesIn(stdout.text).find((message) => message["id"] === id && !("method" in message));
        if (found) return found;
        await once(arrivals, "line");
      }
    },
    initialize() {
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
      raw.send({ id: "initialize", method: "initialize", params });
      return raw.response("initialize");
    },
    endInput: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
  return raw;
}

/** A zombie is not alive. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await livingProcesses()).some((living) => living.pid === pid);
}

function messagesIn(text: string): Record<string, unknown>[] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => {
    const start = line.indexOf(`{"jsonrpc"`);
    if (start === -1) return [];
    const message: Record<string, unknown> = JSON.parse(line.slice(start));
    return [message];
  });
}

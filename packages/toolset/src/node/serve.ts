/**
 * A toolset on standard streams: what a host starts as an MCP server.
 */

import { once } from "node:events";
import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";

import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { within } from "@tenon/basis";

import type { Toolset } from "../define/toolset.ts";
import { openToolset } from "../open-toolset.ts";
import type { OpenOptions } from "../running/engine.ts";
import { stderrLog } from "./stderr-log.ts";

export interface ServeOptions extends OpenOptions {
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  /** Ends it. Without one, signals do, and the process exits when the toolset has stopped. */
  readonly signal?: AbortSignal;
}

// Arguments may have images.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
// The last answers reach a client that still reads; one that does not must not keep the process.
const FLUSH_MS = 1_000;

/** Serves until stdin ends or a signal comes; then running calls are aborted and the toolset stops. */
export async function serve(toolset: Toolset, options: ServeOptions = {}): Promise<void> {
  const { stdin = process.stdin, stdout = process.stdout, env = process.env, log = stderrLog } = options;
  const signal = options.signal ?? ownSignal();
  // Stdout is the protocol's: a stray line of a library would end the connection.
  if (stdout === process.stdout) globalThis.console = new Console(process.stderr);
  const opened = openToolset(toolset, { ...options, env, log });
  // Each answer that waits for the client to read listens to it.
  stdout.setMaxListeners(0);
  const end = () => void opened.close();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  await opened.serve(new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES }));
  signal.removeEventListener("abort", end);
  await opened.close();
  if (options.signal) return;
  await within(FLUSH_MS, flushed(stdout));
  process.exit(process.exitCode ?? 0);
}

function ownSignal(): AbortSignal {
  const ended = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => ended.abort());
  return ended.signal;
}

async function flushed(stream: Writable): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed)
    await Promise.race([once(stream, "drain"), once(stream, "close")]).catch(() => {}); // the client is gone
}

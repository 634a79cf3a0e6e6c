/**
 * Runs one program to its end. What it started ends with it, also when the call is cancelled, and no more of its output is
 * kept than a limit.
 */

import { createLineSplitter } from "@tenon/basis";
import { type Child, ChildError, startChild } from "@tenon/process";
import { ToolError } from "@tenon/toolset";

import type { Environment } from "../environment.ts";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Whether all of stdout is needed, or only the end of both streams. */
  readonly keep: "all" | "end";
  readonly onLine?: (line: string) => void;
}

export interface Finished {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** With `keep: "all"` stdout, otherwise the end of stdout and stderr. */
  readonly output: string;
  readonly isCut: boolean;
  readonly stderr: string;
}

const MAX_BYTES = { all: 16 * 1024 * 1024, end: 32 * 1024 };
const MAX_LINE_BYTES = 1024 * 1024;

export async function runProgram(program: Program, options: RunOptions): Promise<Finished> {
  const { signal, keep } = options;
  await using child = await start(program, options);
  const output = await readOutput(child, options);
  const { code } = await child.exited;
  await child.closed;
  signal.throwIfAborted();
  if (keep === "all" && output.isCut)
    throw new ToolError("too_large", `${program.command} wrote more than ${MAX_BYTES.all / 1024 / 1024} MiB`);
  return { code, ...output, stderr: child.lastWords() };
}

async function start(program: Program, { signal, keep }: RunOptions): Promise<Child> {
  try {
    return await startChild(program, { signal, streams: keep === "end" ? "one" : "three" });
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    throw new ToolError("unavailable", error.message, { cause: error });
  }
}

async function readOutput(child: Child, { keep, onLine }: RunOptions): Promise<{ output: string; isCut: boolean }> {
  const most = MAX_BYTES[keep];
  const lines = onLine && createLineSplitter({ maxBytes: MAX_LINE_BYTES, onLine });
  let chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    lines?.push(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size <= 2 * most) continue;
    isCut = true;
    if (keep === "all") break;
    chunks = [Buffer.concat(chunks).subarray(-most)];
    size = most;
  }
  lines?.end();
  const bytes = Buffer.concat(chunks);
  return { output: bytes.subarray(-most).toString(), isCut: isCut || bytes.length > most };
}

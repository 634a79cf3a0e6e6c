/**
 * The process that outlives us, for as long as it takes to end what we started.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";

import { ChildError } from "../child-error.ts";
import { MARKER } from "../tree/marker.ts";
import { watcherProgram } from "./watcher-program.ts";

export interface Watcher {
  /** Sends a line. It has left us when this returns, so that a kill right after cannot lose it. */
  write(line: string): void;
  readonly died: Promise<void>;
}

interface WatcherOptions {
  readonly inherited: string | undefined;
}

/** Starts the watcher in a session of its own, out of reach of what ends us; it never keeps us running. */
export async function startWatcher({ inherited }: WatcherOptions): Promise<Watcher> {
  const { file, args, cwd, env } = watcherProgram();
  const child = spawn(file, args, {
    cwd,
    env: { ...env, ...(inherited && { [MARKER]: inherited }) },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  const { stdin } = child;
  stdin.on("error", () => {}); // It died, which `died` reports.
  if (child.pid === undefined) {
    const [cause] = await once(child, "error");
    const message = `Could not start ${file}, which would end our children if we were killed, so no child was started.`;
    throw new ChildError("start_failed", message, { command: file, cwd }, { cause });
  }
  child.on("error", () => {}); // Nothing more can fail once it runs.
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  const died = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return { write: (line) => void stdin.write(`${line}\n`), died };
}

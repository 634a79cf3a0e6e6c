/**
 * Runs a program in the terminal of this process, as a shell would: it reads what the user types and writes what they see.
 * The caller must not read stdin meanwhile.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";

import { errorCode } from "@tenon/basis";
import { ChildError, type ChildExit } from "@tenon/process";

import type { AgentProgram } from "../launch/agent-program.ts";

export async function runInTerminal(
  { command, args = [], cwd, env }: AgentProgram,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ChildExit> {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: "inherit" });
  const exited = once(child, "exit");
  const end = () => void child.kill();
  signal?.addEventListener("abort", end, { once: true });
  try {
    await exited;
    return { code: child.exitCode, signal: child.signalCode };
  } catch (cause) {
    const reason = errorCode(cause) ?? "unknown error";
    const message = `Could not start "${command}" in ${cwd}: ${reason}.`;
    throw new ChildError("start_failed", message, { command, cwd }, { cause });
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

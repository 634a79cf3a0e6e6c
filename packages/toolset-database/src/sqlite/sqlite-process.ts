/**
 * The process of one SQLite database: started when it is needed, killed when an operation is aborted, and started again for
 * the next. Operations run one after another.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { createKeyedQueue, errorMessage, unlessAborted } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import { cancelledError } from "../core/cancelled.ts";
import type { Answer, Operations, SqliteSetup } from "./messages.ts";

export interface SqliteProcess {
  run<Name extends keyof Operations>(
    operation: Name,
    input: Parameters<Operations[Name]>[0],
    signal: AbortSignal,
  ): Promise<ReturnType<Operations[Name]>>;
  close(): Promise<void>;
}

export function createSqliteProcess(setup: SqliteSetup, timeoutMs: number): SqliteProcess {
  const queue = createKeyedQueue();
  let child: ChildProcess | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  return {
    run: (operation, input, signal) =>
      queue.run("", async () => {
        if (signal.aborted) throw cancelledError(signal, timeoutMs);
        const asked = (child ??= start());
        // Not when it has exited: the next operation must not be sent to it.
        const stop = () => {
          if (child === asked) child = undefined;
          asked.kill("SIGKILL");
        };
        await unlessAborted(ready, signal);
        // Only the operation counts, and not the start of the process or the wait for others.
        const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const answer = await ask(asked, { operation, input }, { signal: over, timeoutMs, stop });
        if ("result" in answer) return answer.result;
        const { kind, message, hint } = answer.error;
        throw new ToolError(kind, message, { hint });
      }),
    async close() {
      const last = child;
      child = undefined;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const exited = once(last, "exit");
      last.kill("SIGKILL");
      await exited;
    },
  };

  function start(): ChildProcess {
    const started = startProcess(setup);
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once("exit", forget).once("error", forget);
    // Its first message; the operation reports it if the process ends instead.
    ready = Promise.race([once(started, "message"), once(started, "exit")]).catch(() => {});
    return started;
  }
}

function startProcess(setup: SqliteSetup): ChildProcess {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./sqlite-main.${extension}`, import.meta.url));
  // Its standard streams are not ours: standard output belongs to the protocol.
  return fork(program, [JSON.stringify(setup)], { stdio: "ignore" });
}

async function ask<Name extends keyof Operations>(
  child: ChildProcess,
  request: { readonly operation: Name; readonly input: object },
  { signal, timeoutMs, stop }: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly stop: () => void },
): Promise<Answer<Name>> {
  const ended = new AbortController();
  try {
    return await new Promise<Answer<Name>>((resolve, reject) => {
      const fail = (kind: string, message: string) => reject(new ToolError(kind, message));
      const abort = () => {
        // The file is as it was before the operation: a transaction that is not committed is undone.
        stop();
        reject(cancelledError(signal, timeoutMs));
      };
      const exit = () => fail("failed", "The process that reads the SQLite file ended");
      const error = (cause: Error) => fail("failed", `SQLite: ${errorMessage(cause)}`);
      child.once("message", resolve).once("exit", exit).once("error", error);
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      ended.signal.addEventListener("abort", () => {
        child.off("message", resolve).off("exit", exit).off("error", error);
        signal.removeEventListener("abort", abort);
      });
      child.send(request, (sent) => sent && error(sent));
    });
  } finally {
    ended.abort();
  }
}

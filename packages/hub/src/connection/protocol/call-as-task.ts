/**
 * Calls a tool that only runs as a task, in the way of the 2025-11-25 revision: the call is answered with a task, which is
 * asked about until it has ended, and then for its result. Aborting the call cancels the task.
 */

import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { defined, type JsonObject, monotonicClock, objectOf, stringOf } from "@tenon/basis";

import type { ConnectionCall } from "./connection.ts";
import type { RawResult } from "../wire/raw-result.ts";
import { rawOf } from "../wire/clean-answers.ts";

const POLL_MS = 1_000;
// A server that asks to be asked without a pause, or once a day, is not taken at its word.
const MIN_POLL_MS = 100;
const MAX_POLL_MS = 30_000;

export function needsTask(tool: JsonObject): boolean {
  return objectOf(tool["execution"])["taskSupport"] === "required";
}

export async function callAsTask(client: Client, call: ConnectionCall, timeout: number): Promise<RawResult> {
  const { tool, args, signal, meta } = call;
  const options = { signal, timeout };
  const params = { name: tool.name, arguments: args, task: {}, ...(meta && { _meta: { ...meta } }) };
  const created = rawOf(await ask(client, "tools/call", params, options));
  const task = objectOf(created["task"]);
  const taskId = task["taskId"];
  // A server that answers at once has done what was asked.
  if (typeof taskId !== "string") return created;
  const cancel = () => void ask(client, "tasks/cancel", { taskId }, { timeout }).catch(() => {}); // it may have ended
  signal.addEventListener("abort", cancel, { once: true });
  try {
    await untilEnded(client, task, call, options);
    return objectOf(await ask(client, "tasks/result", { taskId }, options));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Resolves when the task has ended, or waits for a person: its result is then what brings the question. */
async function untilEnded(client: Client, created: JsonObject, call: ConnectionCall, options: RequestOptions) {
  let task = created;
  for (let asked = 1; task["status"] === "working"; asked += 1) {
    call.onProgress({ progress: asked, ...defined({ message: stringOf(task["statusMessage"]) }) });
    await pause(task["pollInterval"], call.signal);
    task = objectOf(await ask(client, "tasks/get", { taskId: task["taskId"] }, options));
  }
}

function ask(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  options: RequestOptions,
): Promise<unknown> {
  return client.request({ method, params }, ANYTHING, options);
}

/** Takes any answer: the SDK has no part for tasks, and we read them with care. */
const ANYTHING = {
  "~standard": { version: 1 as const, vendor: "tenon", validate: (value: unknown) => ({ value }) },
};

function pause(wanted: unknown, signal: AbortSignal): Promise<void> {
  const asked = typeof wanted === "number" ? wanted : POLL_MS;
  return monotonicClock.after(Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, asked)), signal);
}

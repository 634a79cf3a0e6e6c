/** The thread that computes: one operation after another. */

import { parentPort, workerData } from "node:worker_threads";

import type { Answer, Operations, Request, SqliteSetup } from "./messages.ts";
import { sqliteOperations } from "./operations.ts";
import { toToolError } from "./sqlite-error.ts";

const setup: SqliteSetup = JSON.parse(String(workerData));
const operations = sqliteOperations(setup);
// Not "online", which comes before the modules are loaded.
parentPort?.postMessage("ready", []);
parentPort?.on("message", (request: Request) => parentPort?.postMessage(answer(request), []));

function answer(request: Request): Answer {
  try {
    return { result: run(request) };
  } catch (error) {
    const { kind, message, hint } = toToolError(error);
    return { error: { kind, message, hint } };
  }
}

function run({ operation, input }: Request): ReturnType<Operations[keyof Operations]> {
  switch (operation) {
    case "tables":
      return operations.tables(input);
    case "describe":
      return operations.describe(input);
    case "read":
      return operations.read(input);
    case "explain":
      return operations.explain(input);
    case "change":
      return operations.change(input);
    case "stats":
      return operations.stats(input);
  }
}

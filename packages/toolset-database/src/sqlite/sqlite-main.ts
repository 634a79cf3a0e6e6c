/**
 * The process that holds a SQLite database. SQLite computes in one call that nothing in its process can end, so it runs in a
 * thread here, and the process is ended as a whole: by its parent when a query takes too long, or by itself when the parent
 * is gone.
 */

import { Worker } from "node:worker_threads";

import type { Answer, Request } from "./messages.ts";

// Behind "disconnect": an exit in order would wait for the thread.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const [setup = "{}"] = process.argv.slice(2);
const here = import.meta.url;
const worker = new Worker(new URL(here.endsWith(".ts") ? "./sqlite-thread-main.ts" : "./sqlite-thread-main.js", here), {
  workerData: setup,
});
worker.on("message", (answer: Answer | "ready") => process.send?.(answer));
process.on("message", (request: Request) => worker.postMessage(request, []));

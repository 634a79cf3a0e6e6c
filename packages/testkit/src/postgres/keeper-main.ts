/**
 * Keeps one Postgres server: makes its data folder, starts and stops it, and ends it and removes its folder when the
 * program that asked for it is gone, however that ended.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { errorMessage } from "@tenon/basis";

import { programName } from "./binaries.ts";
import type { KeeperAnswer, KeeperRequest, KeeperSetup } from "./keeper-messages.ts";

const READY = "database system is ready to accept connections";
const LOG_KEPT = 8_192;
const SUPERUSER = "postgres";

let setup: KeeperSetup | undefined;
let server: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

// A terminal's Ctrl-C reaches us too, and the program that asked for the server decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("message", (request: KeeperRequest) => {
  last = last.then(() => answer(request));
});
process.once("disconnect", () => {
  // Not behind the requests: a start that is under way ends with its server.
  void leave();
});

async function answer(request: KeeperRequest): Promise<void> {
  try {
    if (request.type === "setup") await initialize((setup = request.setup));
    else if (request.type === "start") await start(given());
    else await stop(request.how);
    send({ type: "done" });
  } catch (error) {
    send({ type: "failed", message: errorMessage(error) });
  }
}

async function leave(): Promise<void> {
  await stop("immediate");
  if (setup) await rm(setup.folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}

async function initialize(setup: KeeperSetup): Promise<void> {
  const passwordFile = join(setup.folder, "password");
  await writeFile(passwordFile, setup.password);
  const words = ["-D", dataFolder(setup), "-U", SUPERUSER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const child = run(setup, "initdb", [...words, "--no-sync", "--no-locale", "--encoding=UTF8"]);
  server = child;
  const log = keepLog(child);
  await once(child, "close");
  server = undefined;
  if (child.exitCode !== 0) throw new Error(`initdb exited with ${child.exitCode}: ${log()}`);
}

async function start(setup: KeeperSetup): Promise<void> {
  if (server) return;
  const words = Object.entries(setup.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = run(setup, "postgres", ["-D", dataFolder(setup), ...words]);
  server = child;
  const log = keepLog(child);
  const ended = once(child, "close").then(() => {
    server = undefined;
    throw new Error(`postgres ended: ${log()}`);
  });
  const ready = new Promise<void>((resolve) => {
    const look = () => {
      if (!log().includes(READY)) return;
      child.stderr?.off("data", look);
      resolve();
    };
    child.stderr?.on("data", look);
  });
  await Promise.race([ready, ended]);
  // It is reported by the next connection that fails.
  ended.catch(() => {});
}

async function stop(how: "fast" | "immediate"): Promise<void> {
  const child = server;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
  await closed;
}

function run(setup: KeeperSetup, name: string, words: readonly string[]): ChildProcess {
  const user = setup.uid === undefined ? {} : { uid: setup.uid, gid: setup.uid };
  return spawn(join(setup.programs, programName(name)), words, {
    ...user,
    cwd: setup.folder,
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function keepLog(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-LOG_KEPT);
  });
  child.on("error", (error) => {
    text += errorMessage(error);
  });
  return () => text.trim();
}

function given(): KeeperSetup {
  if (!setup) throw new Error("The server has no data folder yet");
  return setup;
}

function dataFolder(setup: KeeperSetup): string {
  return join(setup.folder, "data");
}

function send(answer: KeeperAnswer): void {
  if (process.connected) process.send?.(answer);
}

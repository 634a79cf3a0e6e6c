/**
 * A scripted server on the standard streams of this process.
 */

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { writeSync } from "node:fs";

import { errorCode } from "@tenon/basis";
import { openConnection } from "../core/connection.ts";
import { createGates } from "../core/gates.ts";
import { changeTools, createWorld, type World } from "../core/world.ts";
import type { LastWords, StdioMisbehaviour } from "../misbehaviour.ts";
import type { ServerRecord } from "../server-record.ts";
import type { Command } from "./command.ts";
import type { ControlLink } from "./control-link.ts";
import { eachLine } from "./each-line.ts";
import { mainArguments } from "./launch.ts";
import { openStdout } from "./stdout.ts";

/** The control port is for processes that this one starts. */
export async function serveStdio(link: ControlLink, controlPort: string): Promise<void> {
  const { script, start, openGates } = link.welcome;
  const record = (report: ServerRecord) => link.record(report);
  const world = createWorld({ script, start, gates: createGates(openGates), record, crash });
  const misbehaviour = world.misbehaviour.stdio ?? {};
  link.onCommand((command) => obey(world, command));
  world.record({ type: "start", pid: process.pid, role: "server" });

  if (misbehaviour.ignoresSigterm) process.on("SIGTERM", () => world.record({ type: "signal", name: "SIGTERM" }));
  startGrandchild(misbehaviour, controlPort);
  if (misbehaviour.exitAtOnce) {
    crash(misbehaviour.exitAtOnce);
    return;
  }
  if (misbehaviour.stderrFloodBytes) writeStderr("flood\n".repeat(misbehaviour.stderrFloodBytes / 6));
  if (misbehaviour.greeting !== undefined) writeStderr(`${misbehaviour.greeting}\n`);
  if (misbehaviour.startGate !== undefined) {
    const alive = setInterval(() => {}, 2 ** 30);
    await world.gates.opened(misbehaviour.startGate);
    clearInterval(alive);
  }
  if (misbehaviour.startDelayMilliseconds) await sleep(misbehaviour.startDelayMilliseconds);
  const output = openStdout(misbehaviour);
  const connection = openConnection(world, output);
  eachLine(process.stdin, (line) => {
    if (line.trim() !== "") connection.receive(line, output);
  });
  process.stdin.on("end", () => {
    world.record({ type: "input-end" });
    if (misbehaviour.ignoresEndOfInput || misbehaviour.endGate !== undefined) setInterval(() => {}, 2 ** 30);
    if (!misbehaviour.ignoresEndOfInput) void end();
  });

  async function end(): Promise<void> {
    if (misbehaviour.endGate !== undefined) await world.gates.opened(misbehaviour.endGate);
    world.record({ type: "end" });
    await link.flush();
    process.exit(0);
  }

  function crash({ exitCode = 1, stderr }: LastWords): void {
    if (stderr) writeStderr(`${stderr}\n`);
    void link.flush().then(() => process.exit(exitCode));
  }
}

function obey(world: World, command: Command): void {
  if (command.type === "release") world.gates.release(command.gate);
  else if (command.type === "notify") world.audience.notify(command.method, command.params);
  else if (command.type === "change-tools") changeTools(world, command.change);
}

function startGrandchild({ grandchild }: StdioMisbehaviour, controlPort: string): void {
  if (!grandchild) return;
  const role = grandchild === "double-forked" ? "fork" : "grandchild";
  const stdio = grandchild === "holding-pipes" ? "inherit" : "ignore";
  spawn(process.execPath, mainArguments(role, controlPort), { stdio }).unref();
}

/** Writes to stderr and waits until all of it is taken: a server blocks when its stderr is not read. */
function writeStderr(text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSome(rest));
}

function writeSome(bytes: Buffer): number {
  try {
    return writeSync(2, bytes);
  } catch (error) {
    // The reader has gone.
    if (errorCode(error) !== "EAGAIN") return bytes.length;
    // Full, and the pipe is non-blocking.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}

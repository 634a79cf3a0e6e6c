/**
 * One process of a server, seen from the test: it reports what it sees and takes commands.
 *
 * The connection is also a leash: a process that loses it ends, however stubborn it is otherwise.
 */

import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { parseJson } from "@tenon/basis";

import { isServerRecord, type ServerRecord } from "../server-record.ts";
import type { Command } from "./command.ts";
import { eachLine } from "./each-line.ts";

// A process that was stopped (SIGSTOP) never lets go by itself.
const LET_GO_MS = 2_000;

export interface ControlledProcess {
  send(command: Command): void;
  /** Resolves when everything has arrived that the process has recorded by now, or when it is gone. */
  sync(): Promise<void>;
  /** Ends the process and waits until it lets go, which is the last thing it does. */
  letGo(): Promise<void>;
}

interface ProcessOptions {
  record(record: ServerRecord): void;
  /** What to say to a process that introduces itself. */
  welcome(role: unknown): Command;
}

export function controlProcess(socket: Socket, options: ProcessOptions): ControlledProcess {
  const syncs: (() => void)[] = [];
  socket.unref();
  // A process that is killed resets its connection; "close" follows.
  socket.on("error", () => {});
  socket.once("close", () => {
    for (const resolve of syncs) resolve();
  });
  eachLine(socket, (line) => {
    const report = parseJson(line);
    // Another listener had this port a moment ago, and its client connects again.
    if (report === undefined) socket.destroy();
    else if (isServerRecord(report)) options.record(report);
    else if (report === "synced") syncs.shift()?.();
    else send(options.welcome(report));
  });
  return {
    send,
    sync: () =>
      new Promise((resolve) => {
        syncs.push(resolve);
        send({ type: "sync" });
      }),
    async letGo() {
      const hasClosed = once(socket, "close");
      // A test waits for this, and may have nothing else that keeps it running.
      socket.ref().end();
      await Promise.race([hasClosed, sleep(LET_GO_MS, undefined, { ref: false })]);
      socket.destroy();
    },
  };

  function send(command: Command): void {
    if (socket.writable) socket.write(`${JSON.stringify(command)}\n`);
  }
}

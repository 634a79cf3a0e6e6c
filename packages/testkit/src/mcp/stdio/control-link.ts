/**
 * A server process's end of the control socket. It keeps nothing alive.
 */

import { connect } from "node:net";

import type { ServerRecord } from "../server-record.ts";
import { isCommand, type Command, type Role, type Welcome } from "./command.ts";
import { eachLine } from "./each-line.ts";

export interface ControlLink {
  readonly welcome: Welcome;
  record(record: ServerRecord): void;
  /** Hands over every command, those included that came early. */
  onCommand(take: (command: Command) => void): void;
  /** Resolves when everything recorded so far is out of this process. */
  flush(): Promise<void>;
}

/** Connects and waits for the welcome. Losing the connection ends this process. */
export function connectControl(port: number, role: Role): Promise<ControlLink> {
  return new Promise((resolve) => {
    const early: Command[] = [];
    let take: (command: Command) => void = (command) => early.push(command);
    const socket = connect({ port, host: "127.0.0.1" });
    // The test is over, or never was.
    socket.on("error", () => process.exit(1));
    socket.on("close", () => process.exit(1));
    write(role);
    eachLine(socket, (line) => {
      const command: unknown = JSON.parse(line);
      if (!isCommand(command)) return;
      if (command.type === "welcome") resolve(linkAfter(command));
      else if (command.type === "sync") write("synced");
      else take(command);
    });

    function linkAfter(welcome: Welcome): ControlLink {
      socket.unref();
      return {
        welcome,
        record: write,
        onCommand(taker) {
          take = taker;
          for (const command of early) taker(command);
        },
        flush: () => new Promise((flushed) => socket.write("", () => flushed())),
      };
    }

    function write(report: Role | "synced" | ServerRecord): void {
      socket.write(`${JSON.stringify(report)}\n`);
    }
  });
}

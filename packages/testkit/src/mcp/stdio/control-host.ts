/**
 * The test's end of the control socket, to which every process of a server connects. It keeps nothing alive, and
 * nothing that connects to it outlives it.
 */

import { once } from "node:events";
import { createServer } from "node:net";

import type { ServerScript } from "../script.ts";
import type { Recorder } from "../server-record.ts";
import type { Command } from "./command.ts";
import { controlProcess, type ControlledProcess } from "./controlled-process.ts";

export interface ControlHost {
  readonly port: number;
  /** Tells every process that is up. */
  send(command: Command): void;
  /** Gates that are opened here are open in processes to come. */
  release(gate: string): void;
  /** Resolves when everything has arrived that the processes have recorded by now. */
  sync(): Promise<void>;
  /** Ends all processes and waits until they let go, which is the last thing they do. */
  close(): Promise<void>;
}

export async function openControl(script: ServerScript, recorder: Recorder): Promise<ControlHost> {
  const processes = new Set<ControlledProcess>();
  const openGates = new Set<string>();
  let starts = 0;

  const server = createServer((socket) => {
    const controlled = controlProcess(socket, { record: (record) => recorder.add(record), welcome });
    processes.add(controlled);
    socket.once("close", () => processes.delete(controlled));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The control socket has no port");

  return {
    port: address.port,
    send,
    release(gate) {
      openGates.add(gate);
      send({ type: "release", gate });
    },
    async sync() {
      await Promise.all([...processes].map((controlled) => controlled.sync()));
    },
    async close() {
      server.close();
      await Promise.all([...processes].map((controlled) => controlled.letGo()));
    },
  };

  function welcome(role: unknown): Command {
    if (role === "server") starts++;
    return { type: "welcome", script, start: starts, openGates: [...openGates] };
  }

  function send(command: Command): void {
    for (const controlled of processes) controlled.send(command);
  }
}

/**
 * The servers on standard streams of one machine, of which each session has its own. Each has a connection to here, which ends
 * with its process.
 */

import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import type { ToolCall } from "./ledger.ts";

export interface Desks extends AsyncDisposable {
  /** For the configuration of a machine. */
  readonly spec: { readonly command: string; readonly args: readonly string[] };
  /** Whether a process lives that was called in this session. */
  hasOne(session: string): boolean;
}

/** The name of a session, from that of a turn. */
export function sessionOf(turn: string): string {
  return turn.slice(0, turn.indexOf("-"));
}

export async function openDesks(onCall: (call: ToolCall) => void): Promise<Desks> {
  const alive = new Map<Socket, string | undefined>();
  const server = createServer((socket) => {
    alive.set(socket, undefined);
    socket.on("error", () => {}); // `close` follows
    socket.on("close", () => alive.delete(socket));
    createInterface({ input: socket }).on("line", (turn) => {
      alive.set(socket, sessionOf(turn));
      onCall({ turn });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const program = fileURLToPath(new URL("desk.mjs", import.meta.url));
  return {
    spec: { command: process.execPath, args: [program, String(port)] },
    hasOne: (session) => [...alive.values()].includes(session),
    async [Symbol.asyncDispose]() {
      for (const socket of alive.keys()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

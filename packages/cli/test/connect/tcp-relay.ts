/**
 * A network between two programs, which a test cuts: it passes bytes on, drops all connections, takes none, or goes silent.
 */

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpRelay extends AsyncDisposable {
  /** `127.0.0.1:40000` */
  readonly address: string;
  /** How many connections there have been. */
  readonly count: number;
  /** Everything that has passed, in both directions. */
  bytes(): string;
  /** Ends all connections at once, and says how many. New ones are taken unless it is down. */
  cut(): number;
  /** Takes no connections any more. */
  down(): void;
  up(): void;
  /** Passes nothing on any more, and closes nothing: a network that is gone. */
  silence(): void;
  /** Of connections from now on. */
  target: string;
  /** What happens to a WebSocket: it passes, is answered with 403, is cut, or opens and passes nothing. */
  webSockets: "pass" | "refuse" | "cut" | "mute";
}

export async function startRelay(target: string): Promise<TcpRelay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const seen: Buffer[] = [];
  let isDown = false;
  let count = 0;
  const server = createServer((near) => {
    near.on("error", () => {});
    if (isDown) return void near.destroy();
    count += 1;
    const { hostname, port } = new URL(`http://${relay.target}`);
    if (relay.webSockets !== "pass") near.once("data", (head: Buffer) => forbid(near, head));
    const far = connect({ host: hostname, port: Number(port) });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as unknown as typeof pair]) {
      from.on("error", () => {});
      from.on("data", (chunk: Buffer) => {
        seen.push(chunk);
        if (!to.write(chunk)) {
          from.pause();
          to.once("drain", () => from.resume());
        }
      });
      from.once("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  function forbid(near: Socket, head: Buffer): void {
    if (!/^upgrade: websocket/im.test(head.toString("latin1"))) return;
    if (relay.webSockets === "cut") near.destroy();
    // What the gateway sends after its consent is lost.
    if (relay.webSockets === "mute") near.write = muted(near);
    if (relay.webSockets === "refuse") near.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const cut = () => {
    const count = pairs.size;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    return count;
  };
  const relay: TcpRelay = {
    address: `127.0.0.1:${port}`,
    target,
    webSockets: "pass",
    get count() {
      return count;
    },
    bytes: () => Buffer.concat(seen).toString("latin1"),
    cut,
    down() {
      isDown = true;
      cut();
    },
    up: () => void (isDown = false),
    silence: () => pairs.forEach((pair) => pair.forEach((socket) => socket.removeAllListeners("data").pause())),
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
  return relay;
}

/** The first chunk is the answer to the upgrade. Then the connection ends at the first one that would follow. */
function muted(socket: Socket): Socket["write"] {
  const write = socket.write.bind(socket);
  let isOpen = false;
  return (chunk: string | Uint8Array) => {
    if (isOpen) socket.destroy();
    isOpen = true;
    return socket.destroyed || write(chunk);
  };
}

/**
 * A TCP relay between two programs, which can be cut: `reset` ends all connections and refuses new ones, `silent` keeps them
 * and lets nothing through, as a network does that loses every packet. What was on its way arrives after the cut.
 */

import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export type Cut = "reset" | "silent";

export interface Relay extends AsyncDisposable {
  readonly port: number;
  cut(how: Cut): void;
  mend(): void;
}

export async function openRelay(target: () => NetConnectOpts): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: Cut | "open" = "open";
  const server = createServer((near) => {
    if (state === "reset") return void near.resetAndDestroy();
    const far = connect(target());
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on("error", () => {}); // `close` follows
      one.on("close", () => {
        pairs.delete(pair);
        other.destroy();
      });
      one.on("data", (data) => void other.write(data));
      one.on("end", () => other.end());
    }
    for (const socket of pair) if (state === "silent") socket.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    cut(how) {
      state = how;
      for (const socket of [...pairs].flat()) {
        if (how === "silent") socket.pause();
        else socket.destroy();
      }
    },
    mend() {
      state = "open";
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

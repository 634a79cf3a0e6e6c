/**
 * The network between a page and a gateway, as a proxy that can be cut: then open connections end, and new ones fail.
 */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface PhoneLine extends AsyncDisposable {
  /** Where the gateway is reached through it. */
  readonly url: string;
  cut(): void;
  mend(): void;
}

export async function layPhoneLine(gatewayUrl: string): Promise<PhoneLine> {
  const { hostname, port } = new URL(gatewayUrl);
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(other);
      // When one end goes, so does the other, however it went.
      end.once("error", () => other.destroy());
      end.once("close", () => {
        ends.delete(end);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const end of ends) end.destroy();
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

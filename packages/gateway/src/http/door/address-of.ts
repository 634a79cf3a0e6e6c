import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Where a request comes from: for the log, for people, and for those who try to sign in too often. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Behind a proxy that we were told to believe, the last address in `X-Forwarded-For` is the one that the proxy has seen. What
 * stands before it, and all of it if nobody is in front of us, anybody may have written.
 */
export function createAddressOf({ trustProxy }: { readonly trustProxy: boolean }): AddressOf {
  return ({ headers, socket }) => {
    const seen = socket.remoteAddress ?? "an unknown address";
    if (!trustProxy) return seen;
    const told = String(headers["x-forwarded-for"] ?? "");
    const last = told.slice(told.lastIndexOf(",") + 1).trim();
    return isIP(last) === 0 ? seen : last;
  };
}

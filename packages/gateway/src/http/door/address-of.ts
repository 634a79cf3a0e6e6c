import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Where a request comes from, for the log and for the limit of sign-ins. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Behind a trusted proxy, the last address in `X-Forwarded-For` is the one that the proxy has seen. What stands before it,
 * and all of it without a proxy, the client may have written.
 */
export function createAddressOf({ trustProxy }: { readonly trustProxy: boolean }): AddressOf {
  return ({ headers, socket }) => {
    const seen = socket.remoteAddress ?? "an unknown address";
    if (!trustProxy) return seen;
    const forwarded = String(headers["x-forwarded-for"] ?? "");
    const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
    return isIP(last) === 0 ? seen : last;
  };
}

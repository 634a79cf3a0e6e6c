/**
 * Keeps account of who was refused, and why.
 */

import type { IncomingMessage } from "node:http";

import type { AddressOf } from "./address-of.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { pathOf } from "./path-of.ts";

export type NoteRefusal = (
  request: IncomingMessage,
  refusal: { readonly status: number; readonly reason: string },
) => void;

export function createRefusals(options: {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly addressOf: AddressOf;
}): NoteRefusal {
  const { log, metrics, addressOf } = options;
  return (request, { status, reason }) => {
    metrics.countRefusal();
    const { headers, method } = request;
    // Every page begins by asking whether it is signed in.
    const isMereQuestion = status === 401 && headers.authorization === undefined && headers.cookie === undefined;
    const write = isMereQuestion ? log.info : log.warn;
    write("request-refuse", { status, reason, method, path: pathOf(request), peer: addressOf(request) });
  };
}

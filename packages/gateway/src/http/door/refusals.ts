/**
 * Logs refused requests, and counts them. A client chooses how often it is refused, so each reason has a number of lines
 * per minute, and then one that counts the rest.
 */

import type { IncomingMessage } from "node:http";

import type { AddressOf } from "./address-of.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { pathOf } from "./door.ts";

export type NoteRefusal = (
  request: IncomingMessage,
  refusal: { readonly status: number; readonly reason: string },
) => void;

export function createRefusals(options: {
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countRefusal">;
  readonly addressOf: AddressOf;
  readonly now?: () => number;
}): NoteRefusal {
  const { log, metrics, addressOf, now = Date.now } = options;
  const reasons = new Map<string, { readonly since: number; written: number; leftOut: number }>();
  return (request, { status, reason }) => {
    metrics.countRefusal();
    if (!mayWrite(`${status} ${reason}`)) return;
    const { headers, method } = request;
    // Every page begins by asking whether it is signed in.
    const isMereQuestion = status === 401 && headers.authorization === undefined && headers.cookie === undefined;
    const write = isMereQuestion ? log.info : log.warn;
    write("request-refuse", { status, reason, method, path: pathOf(request), peer: addressOf(request) });
  };

  function mayWrite(reason: string): boolean {
    const known = reasons.get(reason);
    const isOld = known !== undefined && now() - known.since >= MINUTE_MS;
    if (isOld && known.leftOut > 0) log.warn("request-refuse-more", { reason, count: known.leftOut });
    const account = known && !isOld ? known : { since: now(), written: 0, leftOut: 0 };
    if (reasons.size >= MAX_REASONS && !known) reasons.clear();
    reasons.set(reason, account);
    if (account.written < MAX_LINES_PER_MINUTE) account.written += 1;
    else account.leftOut += 1;
    return account.leftOut === 0;
  }
}

const MINUTE_MS = 60_000;
const MAX_LINES_PER_MINUTE = 60;
// There are about a dozen; some name what was asked for.
const MAX_REASONS = 100;

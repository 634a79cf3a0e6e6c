/**
 * Keeps a line to the gateway: opens the first, and a new one whenever one is lost, for as long as it takes.
 */

import { backoffMs, type Clock, toError } from "@tenon/basis";

import { isFinal } from "../connect-error.ts";
import type { Line, LineListeners, OpenLine } from "../line/line.ts";

export interface KeepLineOptions {
  readonly open: OpenLine;
  readonly clock: Clock;
  /** Aborted, no line is opened any more, and the one that is open ends. */
  readonly signal: AbortSignal;
  readonly listeners: LineListeners;
  /**
   * A line is open. Resolves when it is ready for everything that the editor sends; rejects if it cannot be made so. A final
   * `ConnectError` is not tried again.
   */
  onLine(line: Line): Promise<void>;
  /** It has ended. Called once for each line, before the next is opened. */
  onLost(reason: Error): void;
}

const BACKOFF = { firstMs: 250, maxMs: 15_000 };

/** Resolves with why there will be no line any more: the first could not be opened, or trying again cannot help. */
export async function keepLine(options: KeepLineOptions): Promise<Error> {
  const { open, clock, signal, listeners, onLine, onLost } = options;
  let failures = 0;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const line = await open(listeners, signal);
      const ended = await hold(line);
      if (signal.aborted) return ended;
      if (isFinal(ended)) return ended;
    } catch (error) {
      if (signal.aborted || isFirst || isFinal(error)) return toError(error);
    }
    const wait = backoffMs(failures, BACKOFF);
    failures += 1;
    try {
      await clock.after(wait, signal);
    } catch {
      return toError(signal.reason);
    }
  }

  async function hold(line: Line): Promise<Error> {
    const close = () => void line.close();
    signal.addEventListener("abort", close, { once: true });
    if (signal.aborted) close();
    try {
      const ready = onLine(line).then(
        () => void (failures = 0),
        async (error: unknown) => {
          await line.close();
          return toError(error);
        },
      );
      const reason = await line.ended;
      onLost(reason);
      return (await ready) ?? reason;
    } finally {
      signal.removeEventListener("abort", close);
    }
  }
}

/**
 * What can end a run before its turn has ended: a signal, the timeout, or a closed standard output.
 *
 * The first asks politely: the turn is cancelled, and everything is closed in order. A second signal ends the command at
 * once; what it started is ended by the watchers that survive it.
 */

import { t } from "../messages/t.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Signal = (typeof SIGNALS)[number];

export type Cause =
  | { readonly type: "signal"; readonly signal: Signal }
  | { readonly type: "timeout"; readonly seconds: number }
  /** Standard output was closed by its reader. */
  | { readonly type: "unread" };

export interface Interruption extends Disposable {
  /** Aborted when the run has to stop. */
  readonly signal: AbortSignal;
  readonly cause: Cause | undefined;
  interrupt(cause: Cause): void;
  /** Stops listening and, if a signal was the cause, ends the process by it. Call it when everything is closed. */
  leave(): void;
}

export function listenForInterruption(
  options: {
    readonly timeoutSeconds?: number | undefined;
    /** Puts the terminal in order before the command ends in the middle of something. */
    readonly onSecond?: () => void;
  } = {},
): Interruption {
  const stopping = new AbortController();
  let cause: Cause | undefined;
  const [own, passedOn] = [new Map<Signal, number>(), new Map<Signal, number>()];
  const listeners = SIGNALS.map((signal) => ({ signal, listener: () => hear(signal, own, passedOn) }));
  for (const { signal, listener } of listeners) process.on(signal, listener);
  Reflect.set(globalThis, TAKE_SIGNAL, (signal: Signal) => hear(signal, passedOn, own));
  const seconds = options.timeoutSeconds ?? 0;
  const timer = seconds > 0 ? setTimeout(() => interrupt({ type: "timeout", seconds }), seconds * 1000) : undefined;

  return {
    signal: stopping.signal,
    get cause() {
      return cause;
    },
    interrupt,
    leave() {
      dispose();
      if (cause?.type === "signal") endBy(cause.signal);
    },
    [Symbol.dispose]: dispose,
  };

  /** What a terminal or systemd sends to a launcher and to us comes in both ways. */
  function hear(signal: Signal, way: Map<Signal, number>, other: ReadonlyMap<Signal, number>): void {
    const count = (way.get(signal) ?? 0) + 1;
    way.set(signal, count);
    if (count > (other.get(signal) ?? 0)) interrupt({ type: "signal", signal });
  }

  function interrupt(next: Cause): void {
    if (cause === undefined) {
      cause = next;
      stopping.abort(new Error(causeText(next)));
    } else if (next.type === "signal") {
      options.onSecond?.();
      dispose();
      endBy(next.signal);
    }
  }

  function dispose(): void {
    clearTimeout(timer);
    for (const { signal, listener } of listeners) process.off(signal, listener);
    Reflect.deleteProperty(globalThis, TAKE_SIGNAL);
  }
}

const TAKE_SIGNAL = Symbol.for("tenon.takeSignal"); // for `bin/find-node.mjs`

/** Runs something that a person ends with Ctrl-C; the process then ends by that signal. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  using interruption = listenForInterruption();
  try {
    await run(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  }
  interruption.leave();
}

export function causeText(cause: Cause): string {
  switch (cause.type) {
    case "signal":
      return t("Interrupted by {signal}.", { signal: cause.signal });
    case "timeout":
      return t("Timed out after {seconds} seconds (--timeout).", { seconds: cause.seconds });
    case "unread":
      return t("Standard output was closed; the turn was cancelled.");
  }
}

/** Ends this process as the signal would have. Nothing may listen for it any more. */
function endBy(signal: Signal): void {
  // Windows has no signals to end by.
  if (process.platform === "win32") process.exit(exitCodeOfSignal(signal));
  process.kill(process.pid, signal);
}

/** What a shell says of a command that a signal has ended. */
export function exitCodeOfSignal(signal: Signal): number {
  return 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
}

/**
 * How far a server has got: the one source for the editor, the page and the log.
 */

import { defined, type Telemetry } from "@tenon/basis";

export type ReceiptState =
  /** It is wanted in this session. */
  | "declared"
  /** The policy lets it in. */
  | "admitted"
  /** It runs, or answers, and has identified itself. */
  | "started"
  /** Its tools are known. */
  | "listed"
  /** A tool of it was put before a model. */
  | "offered"
  /** The model's side has confirmed a request that contained the offer. */
  | "seen"
  | "called"
  | "waiting for trust"
  | "needs sign-in"
  | "failed"
  | "restarting"
  | "stopped";

export interface Receipt {
  readonly server: string;
  readonly state: ReceiptState;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How long it took to get here from the state before. */
  readonly afterMs: number;
  /** Why, where the state alone does not say it. */
  readonly reason?: string;
}

const CONNECTED: ReadonlySet<ReceiptState> = new Set(["listed", "offered", "seen", "called"]);
const STARTING: ReadonlySet<ReceiptState> = new Set(["declared", "admitted", "started", "restarting"]);

/** Its tools are known, and it can be asked for more. */
export function isConnected(state: ReceiptState): boolean {
  return CONNECTED.has(state);
}

/** It has neither come up nor failed yet. */
export function isStarting(state: ReceiptState): boolean {
  return STARTING.has(state);
}

export interface ReceiptBook {
  readonly current: Receipt;
  /** Every change, from the first. */
  readonly history: readonly Receipt[];
  to(state: ReceiptState, reason?: string): void;
}

// A server that comes and goes for weeks must not fill the memory.
const MAX_HISTORY = 200;
// Each of them only after the one before, and only while the server is connected.
const PROGRESS: readonly ReceiptState[] = ["listed", "offered", "seen", "called"];

export function openReceipt(
  server: string,
  options: { readonly now: () => number; readonly onChange: (receipt: Receipt) => void },
): ReceiptBook {
  const { now, onChange } = options;
  let current: Receipt = { server, state: "declared", at: now(), afterMs: 0 };
  const history: Receipt[] = [current];
  onChange(current);
  return {
    get current() {
      return current;
    },
    history,
    to(state, reason) {
      // Being offered again after having been called is no step back, and being offered does not connect a dead server.
      const step = PROGRESS.indexOf(state);
      const before = PROGRESS.indexOf(current.state);
      if (step > 0 && (before === -1 || step <= before)) return;
      const at = now();
      current = { server, state, at, afterMs: at - current.at, ...defined({ reason }) };
      history.push(current);
      if (history.length > MAX_HISTORY) history.splice(1, 1);
      onChange(current);
    },
  };
}

/** Counts the servers of a program by state; a stopped server is no longer counted. */
export function createStateCount({ count }: Telemetry): (state: ReceiptState) => void {
  let counted: ReceiptState | undefined;
  return (state) => {
    if (state === counted) return;
    if (counted !== undefined) count("servers", -1, counted);
    counted = state === "stopped" ? undefined : state;
    if (counted !== undefined) count("servers", 1, counted);
    if (state === "restarting") count("server_restarts");
  };
}

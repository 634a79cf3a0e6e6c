import type { ReceiptState } from "../server/receipt.ts";

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

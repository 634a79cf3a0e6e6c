/**
 * Keeps count of the servers of a program by their states. One that is stopped for good is no more.
 */

import type { Telemetry } from "@tenon/basis";

import type { ReceiptState } from "./receipt.ts";

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

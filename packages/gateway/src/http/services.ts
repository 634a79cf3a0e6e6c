/**
 * What all parts of the HTTP server share.
 */

import type { Gateway } from "../gateway.ts";
import type { People } from "../people/people.ts";
import type { AddressOf } from "./door/address-of.ts";
import type { Door } from "./door/door.ts";
import type { NoteRefusal } from "./door/refusals.ts";
import type { SignedIn } from "./door/signed-in.ts";
import type { HttpLimits } from "./limits/limits.ts";
import type { Log } from "./telemetry/log.ts";
import type { Metrics } from "./telemetry/metrics.ts";

export interface HttpServices {
  readonly gateway: Gateway;
  /** Besides the user of the local token. */
  readonly people?: People | undefined;
  readonly limits: HttpLimits;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly door: Door;
  readonly signedIn: SignedIn;
  readonly addressOf: AddressOf;
  readonly noteRefusal: NoteRefusal;
  /** No new connections are accepted. */
  readonly isDraining: () => boolean;
}

/**
 * What every request of a running toolset shares.
 */

import type { Clock } from "@tenon/basis";

import type { Toolset } from "../define/toolset.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Deadlines } from "./deadlines.ts";
import type { LogSink } from "./log.ts";
import type { Mask } from "./mask.ts";
import type { State } from "./state.ts";
import type { Works } from "./works.ts";

export interface Changes {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
}

export interface Core {
  readonly toolset: Toolset;
  readonly state: State;
  readonly mask: Mask;
  /** To the process only; what it gets is masked already. */
  readonly log: LogSink;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly changes: Changes;
  readonly works: Works;
  readonly deadlines: Deadlines;
  /** Of the requests that run; all are cancelled when the toolset stops. */
  readonly cancellations: Set<Cancellation>;
  /** Aborts when the toolset stops. */
  readonly signal: AbortSignal;
}

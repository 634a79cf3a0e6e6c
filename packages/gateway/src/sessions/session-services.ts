import type { Clock } from "@tenon/client";

import type { GatewayLimits, OpenRules } from "../gateway-options.ts";
import type { TappedJournal } from "../record/tapped-journal.ts";
import type { LocalClients } from "./errands/local-client.ts";

/** What all live sessions share. */
export interface SessionServices {
  readonly tap: TappedJournal;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  readonly local: LocalClients;
  /** The user's rules, for sessions of other agents. */
  readonly rules: OpenRules;
  readonly newId: () => string;
  readonly onWarning: (warning: string) => void;
  /** Its state or its clients have changed. */
  onChange(sessionId: string): void;
}

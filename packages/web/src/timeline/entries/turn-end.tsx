import type { TurnEndEntry } from "@tenon/timeline";

import { Icon } from "../../ui/icon.tsx";
import { QuietLine } from "./quiet-line.tsx";

const WORDS: Readonly<Record<string, string>> = {
  cancelled: "Cancelled",
  max_tokens: "Stopped: the answer reached the model's limit",
  max_turn_requests: "Stopped: the turn reached its limit of steps",
  refusal: "The model refused to continue",
};

/** How a turn ended, if not normally. */
export function TurnEnd({ entry: { stopReason, error, isInterrupted = false } }: { readonly entry: TurnEndEntry }) {
  if (error) {
    return (
      <div className="flex gap-2.5 rounded-lg bg-bad-soft px-3 py-2 text-bad">
        <Icon name="warning" className="mt-0.5" />
        <p className="min-w-0 [overflow-wrap:anywhere]">{error.message || "The turn failed."}</p>
      </div>
    );
  }
  if (isInterrupted || stopReason === undefined) return <QuietLine>Interrupted: the agent exited</QuietLine>;
  return <QuietLine>{WORDS[stopReason] ?? `Stopped: ${stopReason}`}</QuietLine>;
}

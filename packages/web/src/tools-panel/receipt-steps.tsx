import { formatDuration } from "@tenon/basis";

import { visibleText } from "../ui/visible-text.ts";
import { clockTime } from "../ui/spoken-time.ts";
import { isTrouble, type ServerStep } from "../open-session/server-fold.ts";

/** The states of a server, as one line: declared 14:02 → admitted → started 0.4 s → listed → offered 14:05. */
export function ReceiptSteps({ steps }: { readonly steps: readonly ServerStep[] }) {
  const times = timesOf(steps);
  return (
    <ol aria-label="Receipt" className="flex flex-wrap items-baseline gap-y-0.5 text-xs text-muted">
      {steps.map(({ state, at, reason }, index) => (
        <li key={index} title={`${new Date(at).toLocaleString()}${reason === undefined ? "" : ` · ${reason}`}`}>
          <span className={isTrouble(state) ? "font-medium text-bad" : index === steps.length - 1 ? "text-text" : ""}>
            {visibleText(state)}
          </span>
          {times[index] !== "" && <span className="ml-1 text-faint tabular-nums">{times[index]}</span>}
          {index < steps.length - 1 && (
            <span aria-hidden="true" className="px-1.5 text-faint">
              →
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** After these the server itself is working; after others it waits for a turn or a person. */
const AT_WORK = new Set(["declared", "admitted", "started", "restarting"]);
const NOTABLE_MS = 10;

/** The duration of a step where it is the server's own, and the time of day where it is not. */
export function timesOf(steps: readonly ServerStep[]): readonly string[] {
  let shown = "";
  return steps.map(({ at, afterMs }, index) => {
    if (AT_WORK.has(steps[index - 1]?.state ?? "")) return afterMs < NOTABLE_MS ? "" : formatDuration(afterMs);
    const clock = clockTime(at);
    if (clock === shown) return "";
    shown = clock;
    return clock;
  });
}

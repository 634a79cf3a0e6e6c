import { visibleText } from "../tool-call/visible-text.ts";
import { clockTime, duration } from "../ui/spoken-time.ts";
import { isTrouble, type ServerStep } from "./server-fold.ts";

/** A server's way so far, as one line: declared → admitted → started 0.4 s → listed. */
export function ReceiptSteps({ steps }: { readonly steps: readonly ServerStep[] }) {
  return (
    <ol aria-label="Receipt" className="flex flex-wrap items-baseline gap-y-0.5 text-xs text-muted">
      {steps.map(({ state, at, afterMs, reason }, index) => (
        <li key={index} title={`${clockTime(at)}${reason === undefined ? "" : ` · ${reason}`}`}>
          <span className={isTrouble(state) ? "font-medium text-bad" : index === steps.length - 1 ? "text-text" : ""}>
            {visibleText(state)}
          </span>
          {afterMs >= 10 && <span className="ml-1 text-faint tabular-nums">{shortTime(afterMs)}</span>}
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

function shortTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : duration(ms);
}

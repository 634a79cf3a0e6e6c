import type { ToolCallEntry } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { changedLines } from "./changed-lines.ts";

/** What a finished call did, in its line: lines added and removed, or how its command ended. */
export function CallOutcome({ entry }: { readonly entry: ToolCallEntry }) {
  const changed = changedLines(entry);
  const exit = Object.values(entry.terminals).findLast((terminal) => terminal.exit)?.exit;
  const code = exit?.exitCode ?? undefined;
  return (
    <>
      {changed && (
        <span className="shrink-0 text-xs tabular-nums">
          <span className="text-ok">+{changed.added}</span> <span className="text-bad">−{changed.removed}</span>
        </span>
      )}
      {exit && (
        <span className={`shrink-0 font-mono text-xs ${code === 0 ? "text-muted" : "text-bad"}`}>
          {exit.signal ?? t("exit {code}", { code: String(code ?? "?") })}
        </span>
      )}
    </>
  );
}

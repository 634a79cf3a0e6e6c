import type { CompactionEntry } from "@tenon/timeline";

import { t } from "../../language/t.ts";
import { AgentMessageText } from "./agent-message-text.tsx";
import { useUnfolded } from "../../open-session/unfolded-rows.ts";

/** The history was compacted: a line across the timeline, with the summary behind it. */
export function CompactionLine({ entry }: { readonly entry: CompactionEntry }) {
  const [isUnfolded, setUnfolded] = useUnfolded(entry.key);
  const hasSummary = entry.summary.length > 0;
  return (
    <div className="py-2">
      <div className="flex items-center gap-3 text-xs text-muted">
        <span className="h-px flex-1 bg-line" />
        <span>{wordsFor(entry)}</span>
        {hasSummary && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            className="rounded underline decoration-line-strong underline-offset-2 hover:text-text"
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? t("Hide summary") : t("Show summary")}
          </button>
        )}
        <span className="h-px flex-1 bg-line" />
      </div>
      {isUnfolded && (
        <div className="mt-3 rounded-lg bg-sunken px-4 py-3">
          <AgentMessageText content={entry.summary} isOpen={false} />
        </div>
      )}
    </div>
  );
}

function wordsFor({ status, error }: CompactionEntry): string {
  if (error !== undefined) return t("The history could not be compacted: {error}", { error });
  return status === "completed" ? t("The history was compacted") : t("Compacting the history…");
}

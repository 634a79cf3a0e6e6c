/**
 * One row of the timeline, rendered again only when its own entries change.
 */

import type { ReceiptEntry } from "@tenon/timeline";
import { memo, useEffect } from "react";
import { useShallow } from "zustand/react/shallow";

import { duration, t } from "../language/t.ts";
import type { Row } from "../open-session/rows.ts";
import type { SessionState } from "../open-session/open-session.ts";
import { useSession } from "../open-session/session-context.ts";
import { useUnfolded } from "../open-session/unfolded-rows.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { type CallRun, callRun } from "./call-run.ts";
import { entryLabel } from "./entries/entry-label.ts";
import { EntryActions } from "./entry-actions.tsx";
import { EntryView } from "./entries/entry-view.tsx";
import { ReceiptsLine } from "./entries/receipts-line.tsx";

interface TimelineRowProps {
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** It was jumped to. */
  readonly isShown: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly onFocus: (index: number) => void;
}

export const TimelineRow = memo(function TimelineRow({
  index,
  count,
  isCurrent,
  isShown,
  measure,
  onFocus,
}: TimelineRowProps) {
  const row = useSession((state) => state.row(index));
  const entry = useSession((state) => (row ? state.entry(row.first) : undefined));
  const run = useSession(useShallow((state) => callRun(state, index)));
  const [isRunOpen, setRunOpen] = useUnfolded(`${run?.key} run`);
  const isFolded = run !== undefined && !isRunOpen;
  // Reached by a key or a link, it is shown.
  const isWanted = isFolded && !run.isFirst && (isCurrent || isShown);
  useEffect(() => {
    if (isWanted) setRunOpen(true);
  });
  const isBetween = useSession((state) => `${isCall(state.row(index - 1))} ${isCall(state.row(index + 1))}`);
  if (!row || !entry) return null;
  const isHidden = isFolded && !run.isFirst;
  const [isAfterCall, isBeforeCall] = isBetween.split(" ").map((word) => word === "true");
  return (
    <article
      ref={measure}
      data-index={index}
      data-type={row.type}
      data-shown={isShown || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-label={entryLabel(entry)}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(index)}
      className={`absolute top-0 left-0 w-full px-4 outline-none sm:px-6 ${isHidden ? "h-0 overflow-hidden" : isCall(row) && isBeforeCall && !isFolded ? "" : (GAPS[row.type] ?? "pb-4")}`}
      data-run={isCall(row) ? (isFolded ? "only" : runPart(isAfterCall, isBeforeCall)) : undefined}
    >
      <div className="group/entry relative mx-auto max-w-3xl rounded-lg [article:focus-visible>&]:ring-2 [article[data-shown]>&]:bg-accent-soft [article[data-shown]>&]:ring-4 [article[data-shown]>&]:ring-accent-soft [article:focus-visible>&]:ring-accent/50 [article:focus-visible>&]:ring-offset-4 [article:focus-visible>&]:ring-offset-bg">
        {run?.isFirst && <RunLine run={run} isOpen={isRunOpen} onToggle={() => setRunOpen(!isRunOpen)} />}
        {!isFolded && (
          <>
            {row.type === "receipt" ? <Receipts first={row.first} last={row.last} /> : <EntryView entry={entry} />}
            <EntryActions entry={entry} />
          </>
        )}
      </div>
    </article>
  );
});

interface RunLineProps {
  readonly run: CallRun;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens and closes a run of finished calls. */
function RunLine({ run: { count, ms }, isOpen, onToggle }: RunLineProps) {
  return (
    <div className={isOpen ? "pb-1" : "call-card border border-line bg-surface"}>
      <Disclosure
        isOpen={isOpen}
        onToggle={onToggle}
        className="min-h-8 w-full gap-2.5 px-3 text-left text-sm text-muted pointer-coarse:min-h-11"
      >
        <span className="tabular-nums">
          {t({ one: "1 call", other: "{count} calls" }, { count })} · {duration(ms)}
        </span>
      </Disclosure>
    </div>
  );
}

/** Space around rows by type. */
const GAPS: Readonly<Record<string, string>> = {
  "agent-message": "pt-1.5 pb-5",
  "tool-call": "pb-2",
  thought: "pb-2",
  receipt: "pb-2",
};

function isCall(row: Row | undefined): boolean {
  return row?.type === "tool-call";
}

/** Calls that follow one another look like one list. */
function runPart(isAfterCall = false, isBeforeCall = false): string {
  if (isAfterCall) return isBeforeCall ? "middle" : "last";
  return isBeforeCall ? "first" : "only";
}

function Receipts({ first, last }: { readonly first: number; readonly last: number }) {
  const receipts = useSession(useShallow((state) => receiptsIn(state, first, last)));
  return <ReceiptsLine receipts={receipts} />;
}

function receiptsIn({ entry }: SessionState, first: number, last: number): readonly ReceiptEntry[] {
  const entries = Array.from({ length: last - first + 1 }, (_, offset) => entry(first + offset));
  return entries.filter((one) => one?.type === "receipt");
}

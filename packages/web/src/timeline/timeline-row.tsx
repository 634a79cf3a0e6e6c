/**
 * One row of the timeline, rendered again only when its own entries change.
 */

import type { ReceiptEntry } from "@tenon/timeline";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";

import type { SessionState } from "../open-session/open-session.ts";
import { useSession } from "../open-session/session-context.ts";
import { entryLabel } from "./entries/entry-label.ts";
import { EntryView } from "./entries/entry-view.tsx";
import { ReceiptsLine } from "./entries/receipts-line.tsx";

interface TimelineRowProps {
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly onFocus: (index: number) => void;
}

export const TimelineRow = memo(function TimelineRow({ index, count, isCurrent, measure, onFocus }: TimelineRowProps) {
  const row = useSession((state) => state.row(index));
  const entry = useSession((state) => (row ? state.entry(row.first) : undefined));
  if (!row || !entry) return null;
  return (
    <article
      ref={measure}
      data-index={index}
      data-type={row.type}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-label={entryLabel(entry)}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(index)}
      className={`absolute top-0 left-0 w-full px-4 outline-none sm:px-6 ${GAPS[row.type] ?? "pb-4"}`}
    >
      <div className="mx-auto max-w-3xl rounded-lg [article:focus-visible>&]:ring-2 [article:focus-visible>&]:ring-accent/50 [article:focus-visible>&]:ring-offset-4 [article:focus-visible>&]:ring-offset-bg">
        {row.type === "receipt" ? <Receipts first={row.first} last={row.last} /> : <EntryView entry={entry} />}
      </div>
    </article>
  );
});

/** Space around rows by type. */
const GAPS: Readonly<Record<string, string>> = {
  "agent-message": "pt-1.5 pb-5",
  "tool-call": "pb-2",
  thought: "pb-2",
  receipt: "pb-2",
};

function Receipts({ first, last }: { readonly first: number; readonly last: number }) {
  const receipts = useSession(useShallow((state) => receiptsIn(state, first, last)));
  return <ReceiptsLine receipts={receipts} />;
}

function receiptsIn({ entry }: SessionState, first: number, last: number): readonly ReceiptEntry[] {
  const entries = Array.from({ length: last - first + 1 }, (_, offset) => entry(first + offset));
  return entries.filter((one) => one?.type === "receipt");
}

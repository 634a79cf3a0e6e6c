/**
 * Scrolls to the end of the timeline, and says whether something new is there.
 */

import type { Entry } from "@tenon/timeline";
import { useState } from "react";

import { t } from "../language/t.ts";
import type { SessionState } from "../open-session/open-session.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { Icon } from "../ui/icon.tsx";

/** Shown while the end is far: entries that come after it appeared are new. */
export function BelowButton({ onPress }: { readonly onPress: () => void }) {
  const { store } = useOpenSession();
  const last = useSession(lastEntry);
  const [lastSeen] = useState(() => lastEntry(store.getState()));
  const hasNew = last !== lastSeen;
  return (
    <button
      type="button"
      onClick={onPress}
      className={`absolute bottom-3 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full border px-3 text-sm shadow-lift ${
        hasNew ? "border-accent bg-accent text-on-accent" : "border-line bg-surface text-muted hover:text-text"
      }`}
    >
      <Icon name="down" className="size-3.5" />
      {hasNew ? t("New below") : t("To the end")}
    </button>
  );
}

/** The last entry with a row: many records have none. */
function lastEntry({ entry, row, rowCount }: SessionState): Entry | undefined {
  const last = row(rowCount - 1);
  return last && entry(last.last);
}

/**
 * A tool call: one line with its title and status, and the details behind it.
 *
 * It is open while there is something to watch or answer, when it failed, and when what it did is read at a glance;
 * otherwise folded. A manual choice stays.
 */

import type { ToolCallEntry } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { useUnfolded } from "../open-session/unfolded-rows.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { isReadAtAGlance } from "./is-read-at-a-glance.ts";
import { CallBody } from "./call-body.tsx";
import { progressOf } from "./call-progress.ts";
import { CallOutcome } from "./call-outcome.tsx";
import { CallStatus, isRejected } from "./call-status.tsx";
import { visibleText } from "../ui/words/visible-text.ts";

const KIND_ICONS: Readonly<Record<string, IconName>> = {
  read: "file",
  edit: "rename",
  delete: "trash",
  move: "folder",
  search: "search",
  execute: "terminal",
  think: "thought",
  fetch: "globe",
  switch_mode: "swap",
};

export function ToolCallCard({ entry }: { readonly entry: ToolCallEntry }) {
  const [isOpened, setOpened] = useUnfolded(entry.key);
  const [isClosed, setClosed] = useUnfolded(`${entry.key} closed`);
  const isOpen = isOpened || (isWorthOpening(entry) && !isClosed);
  const isWaiting = entry.permission?.state === "waiting";
  const toggle = () => {
    setOpened(!isOpen);
    setClosed(isOpen);
  };
  return (
    <div className={`call-card border bg-surface text-sm ${isWaiting ? "border-warn" : "border-line"}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-8 w-full items-center gap-2.5 rounded-[inherit] px-3 py-1 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <Icon name={KIND_ICONS[entry.kind] ?? "wrench"} className="text-muted" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {visibleText(entry.title || entry.name || t("Tool call"))}
        </span>
        <CallOutcome entry={entry} />
        <CallStatus entry={entry} />
        <Icon name="chevron" className={`size-3 text-faint transition-transform ${isOpen ? "rotate-90" : ""}`} />
      </button>
      {isOpen && <CallBody entry={entry} />}
    </div>
  );
}

function isWorthOpening(entry: ToolCallEntry): boolean {
  const { status, permission, content, closedBy } = entry;
  if (permission?.state === "waiting") return true;
  if (status === "failed") return closedBy !== "cancel" && !isRejected(entry);
  if (status === "completed") return isReadAtAGlance(entry);
  // Progress is shown in the line itself.
  return content.length > 0 && !progressOf(entry);
}

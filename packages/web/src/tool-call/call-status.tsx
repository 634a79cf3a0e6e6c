/**
 * The status of a call, and its duration.
 */

import type { ToolCallEntry } from "@tenon/timeline";

import { duration, t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { Icon } from "../ui/icon.tsx";
import { useElapsed } from "../ui/hooks/use-elapsed.ts";
import { progressOf } from "./call-progress.ts";

export function CallStatus({ entry }: { readonly entry: ToolCallEntry }) {
  const { status, changedAt } = entry;
  const began = useSession(({ beganAt }) => beganAt(entry.key)) ?? entry.at;
  if (entry.permission?.state === "waiting") {
    return <span className="shrink-0 text-xs font-medium text-warn">{t("Needs permission")}</span>;
  }
  if (status === "pending" || status === "in_progress") return <Running entry={entry} since={began} />;
  const ms = (changedAt ?? 0) - (began ?? 0);
  const took = ms > 0 ? duration(ms) : "";
  if (isRejected(entry)) return <span className="shrink-0 text-xs text-muted">{t("Rejected")}</span>;
  if (status === "failed" && entry.closedBy === "cancel") {
    return <span className="shrink-0 text-xs text-muted">{t("Cancelled")}</span>;
  }
  if (status === "failed") {
    return (
      <span className="inline-flex shrink-0 items-center gap-1.5 text-xs text-bad">
        <Icon name="warning" className="size-3.5" />
        {entry.closedBy ? t("Not finished") : t("Failed")}
        {took !== "" && <span className="text-muted tabular-nums">{took}</span>}
      </span>
    );
  }
  return <span className="shrink-0 text-xs text-muted tabular-nums">{took || t("Done")}</span>;
}

/** By the person: that is no failure of the call. */
export function isRejected({ permission }: ToolCallEntry): boolean {
  const chosen = permission?.options.find(({ optionId }) => optionId === permission.optionId);
  return permission?.state === "selected" && chosen?.kind.startsWith("reject") === true;
}

function Running({ entry, since }: { readonly entry: ToolCallEntry; readonly since: number | undefined }) {
  const elapsed = useElapsed(since);
  const progress = progressOf(entry);
  return (
    <span className="inline-flex max-w-[60%] shrink-0 items-center gap-2 text-xs text-muted">
      {progress?.share !== undefined && (
        <span
          role="progressbar"
          aria-label={t("Progress")}
          aria-valuenow={Math.round(progress.share * 100)}
          className="h-1 w-16 shrink-0 overflow-hidden rounded-full bg-line"
        >
          <span className="block h-full rounded-full bg-accent" style={{ width: `${progress.share * 100}%` }} />
        </span>
      )}
      {progress && <span className="truncate max-sm:hidden">{progress.text}</span>}
      <span className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent" />
      <span className="shrink-0">{entry.status === "in_progress" ? t("Running") : t("Pending")}</span>
      {elapsed >= 1_000 && <span className="shrink-0 tabular-nums">{duration(elapsed)}</span>}
    </span>
  );
}

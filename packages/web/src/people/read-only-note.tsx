/**
 * Stands where the composer would, for a person who may not prompt in this session.
 */

import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { SessionRole } from "../wire/session-view.ts";

const WORDS: Partial<Record<SessionRole, string>> = {
  viewer: phrase(
    "This session was shared with you to look at. Ask its owner for a link with another role to take part.",
  ),
  approver: phrase(
    "You can answer permissions in this session, but not prompt. Ask its owner for a link with another role.",
  ),
};

export function ReadOnlyNote({ role }: { readonly role: SessionRole }) {
  const page = usePage();
  const isOnline = useStore(page.connection, ({ phase }) => phase === "online");
  return (
    <div className="shrink-0 px-4 sm:px-6">
      <p
        role="note"
        aria-label={t("Read-only")}
        className="mx-auto flex max-w-3xl items-start gap-2.5 rounded-xl border border-line bg-sunken px-4 py-3 text-sm text-muted"
      >
        <Icon name="info" className="mt-0.5" />
        <span>
          {t(WORDS[role] ?? "")}
          {!isOnline && ` ${t("Reconnecting…")}`}
        </span>
      </p>
    </div>
  );
}

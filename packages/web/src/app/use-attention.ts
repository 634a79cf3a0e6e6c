/**
 * Calls the person: how many sessions wait, in the tab's title and icon; and a notification when one begins to wait, or has
 * finished, while the page is not looked at.
 */

import { useEffect, useRef } from "react";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { titleOf } from "../sessions/arrange-sessions.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShellState } from "../shell/shell-state.ts";
import type { SessionView } from "../wire/session-view.ts";

export function useAttention(): void {
  const page = usePage();
  const title = useShellState((state) => state.title);
  const isNotifying = useShellState((state) => state.isNotifying);
  const byId = useStore(page.sessions.store, (state) => state.byId);
  const waiting = Object.values(byId).filter(({ state }) => state === "waiting").length;
  const before = useRef(byId);

  useEffect(() => {
    document.title = [waiting > 0 ? `(${waiting}) ` : "", title === undefined ? "" : `${title} · `, "Tenon"].join("");
  }, [title, waiting]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = waiting > 0 ? "/tenon-waiting.svg" : "/tenon.svg";
  }, [waiting]);
  useEffect(() => {
    const known = before.current;
    before.current = byId;
    if (!isNotifying || document.hasFocus()) return;
    for (const session of Object.values(byId)) {
      const news = newsOf(known[session.id], session);
      if (news !== undefined) notify(session, news);
    }
  }, [byId, isNotifying]);
}

function newsOf(before: SessionView | undefined, { state }: SessionView): string | undefined {
  if (!before || before.state === state) return undefined;
  if (state === "waiting") return t("Waits for your answer");
  return state === "idle" ? t("Has finished") : undefined;
}

function notify(session: SessionView, body: string): void {
  try {
    const notification = new Notification(titleOf(session), { body, tag: session.id, icon: "/tenon.svg" });
    notification.addEventListener("click", () => {
      window.focus();
      location.assign(sessionPath(session.id));
    });
  } catch {
    // Some phones allow it only to a service worker.
  }
}

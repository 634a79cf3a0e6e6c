/**
 * The keys of the page. Those that are also letters count only outside of fields, and not within a word: what is typed
 * without a cursor anywhere must not open a dialog and end up in it.
 */

import { useEffect, useState } from "react";
import { useLocation } from "wouter";

import { createLoneKeys, isPrintable } from "../ui/keys/lone-keys.ts";
import { isTyping } from "../ui/keys/is-typing.ts";
import { usePage } from "../page/page-context.ts";
import { newestFirst } from "../sessions/arrange-sessions.ts";
import { sessionIdOf, sessionPath } from "../shell/session-path.ts";
import { setPanel, useShell } from "../shell/shell-state.ts";
import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";
import { toggleList } from "./page-actions.ts";

export function useShortcuts(): void {
  const page = usePage();
  const shell = useShell();
  const [location, navigate] = useLocation();
  const [loneKeys] = useState(() => createLoneKeys());
  useEffect(() => () => loneKeys.cancel(), [loneKeys]);

  useDocumentEvent("keydown", (event) => {
    const act = event.defaultPrevented ? undefined : actionFor(event);
    if (act) event.preventDefault();
    const isHarmless = event.key === "c";
    if (isOfWord(event)) loneKeys.press(isHarmless ? undefined : act);
    if (isHarmless || !isOfWord(event)) act?.();
  });

  function actionFor(event: KeyboardEvent): (() => void) | undefined {
    const { key } = event;
    const sessionId = sessionIdOf(location);
    if (event.ctrlKey || event.metaKey) {
      if (key === "k") return () => shell.setState({ dialog: { type: "palette" } });
      if (key === "f" && sessionId !== undefined && !event.shiftKey) return () => shell.setState({ isFinding: true });
      if (key === "." && sessionId !== undefined) return () => page.cancel(sessionId);
      return undefined;
    }
    if (event.altKey) {
      if (key === "ArrowDown") return () => step(1);
      return key === "ArrowUp" ? () => step(-1) : undefined;
    }
    return isTyping(event.target) ? undefined : LETTERS[key]?.(shell);
  }

  /** To the next session, newest first, or to the one before. */
  function step(by: 1 | -1): void {
    const sessions = newestFirst(page.sessions.store.getState().byId);
    const index = sessions.findIndex(({ id }) => id === sessionIdOf(location));
    const next = sessions[index < 0 ? 0 : Math.min(sessions.length - 1, Math.max(0, index + by))];
    if (next) navigate(sessionPath(next.id));
  }
}

function isOfWord(event: KeyboardEvent): boolean {
  return isPrintable(event) && /[\p{L}\p{N} ]/u.test(event.key);
}

const LETTERS: Readonly<Record<string, (shell: ReturnType<typeof useShell>) => () => void>> = {
  n: (shell) => () => shell.setState({ dialog: { type: "new" } }),
  "?": (shell) => () => shell.setState({ dialog: { type: "help" } }),
  "[": (shell) => () => toggleList(shell),
  "]": (shell) => () => setPanel(shell, (isShown) => !isShown),
  "/": () => () => document.getElementById("session-search")?.focus(),
  c: () => () => document.getElementById("composer")?.focus(),
  Escape: (shell) => () => shell.setState({ isDrawerOpen: false }),
};

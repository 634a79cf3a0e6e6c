/**
 * The keys of the page. Those that are also letters count only where nobody is typing.
 */

import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";

import { isTyping } from "./is-typing.ts";
import { usePage } from "./page-context.ts";
import { sessionIdOf } from "./session-path.ts";
import { setPanel, useShell } from "./shell-state.ts";
import { useStep } from "./use-step.ts";

export function useShortcuts(): void {
  const page = usePage();
  const shell = useShell();
  const step = useStep();
  const [location] = useLocation();

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const act = actionFor(event);
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const lifetime = new AbortController();
    document.addEventListener("keydown", (event) => onKey(event), { signal: lifetime.signal });
    return () => lifetime.abort();
  }, []);

  function actionFor(event: KeyboardEvent): (() => void) | undefined {
    const { key } = event;
    const sessionId = sessionIdOf(location);
    if (event.ctrlKey || event.metaKey) {
      if (key === "k") return () => shell.setState({ dialog: { type: "palette" } });
      if (key === "." && sessionId !== undefined) return () => page.cancel(sessionId);
      return undefined;
    }
    if (event.altKey) {
      if (key === "ArrowDown") return () => step(1);
      return key === "ArrowUp" ? () => step(-1) : undefined;
    }
    return isTyping(event.target) ? undefined : LETTERS[key]?.(shell);
  }
}

const LETTERS: Readonly<Record<string, (shell: ReturnType<typeof useShell>) => () => void>> = {
  n: (shell) => () => shell.setState({ dialog: { type: "new" } }),
  "?": (shell) => () => shell.setState({ dialog: { type: "help" } }),
  "[": (shell) => () => shell.setState(({ isListShown }) => ({ isListShown: !isListShown })),
  "]": (shell) => () => setPanel(shell, (isShown) => !isShown),
  "/": () => () => document.getElementById("session-search")?.focus(),
  c: () => () => document.getElementById("composer")?.focus(),
  Escape: (shell) => () => shell.setState({ isDrawerOpen: false }),
};

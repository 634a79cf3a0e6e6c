import { useMemo } from "react";
import { useLocation } from "wouter";

import { usePage } from "../page/page-context.ts";
import { type PaletteItem, sessionOfItem } from "./palette-items.ts";
import { sessionIdOf, sessionPath } from "../shell/session-path.ts";
import { setPanel, type ShellState, useShell } from "../shell/shell-state.ts";
import { useOppositeTheme } from "../shell/theme.ts";

export interface PageActions {
  readonly items: readonly PaletteItem[];
  run(item: PaletteItem): void;
}

/** What the page can do, beside what a session is for. */
export function usePageActions(): PageActions {
  const page = usePage();
  const shell = useShell();
  const opposite = useOppositeTheme();
  const [location, navigate] = useLocation();

  return useMemo(() => {
    const sessionId = sessionIdOf(location);
    const change = (next: (state: ShellState) => Partial<ShellState>) => () => shell.setState(next);
    const actions: readonly (PaletteItem & { readonly run: () => void })[] = [
      { ...item("New session", "plus", "n"), run: change(() => ({ dialog: { type: "new" } })) },
      ...(sessionId === undefined
        ? []
        : [
            {
              ...item("Rename this session", "rename"),
              run: change(() => ({ dialog: { type: "rename", sessionId } })),
            },
            { ...item("Replay this session", "play"), run: change(() => ({ replaying: sessionId })) },
            { ...item("Stop the turn", "stop", "Ctrl ."), run: () => page.cancel(sessionId) },
            {
              ...item("Delete this session", "trash"),
              run: change(() => ({ dialog: { type: "delete", sessionId } })),
            },
          ]),
      {
        ...item("Switch between light and dark", "moon"),
        run: change(() => ({ theme: opposite })),
      },
      { ...item("Use the system’s theme", "sun"), run: change(() => ({ theme: "system" })) },
      { ...item("Show or hide sessions", "menu", "["), run: change((state) => ({ isListShown: !state.isListShown })) },
      {
        ...item("Show or hide the panel", "panel", "]"),
        run: () => setPanel(shell, (isShown) => !isShown),
      },
      { ...item("Keys", "help", "?"), run: change(() => ({ dialog: { type: "help" } })) },
      // Signed out or not, the sign-in form is what remains.
      { ...item("Sign out", "close"), run: () => void page.signOut() },
    ];
    return {
      items: actions,
      run(chosen) {
        const session = sessionOfItem(chosen);
        if (session !== undefined) return navigate(sessionPath(session));
        actions.find(({ key }) => key === chosen.key)?.run();
      },
    };
  }, [page, shell, opposite, location, navigate]);
}

function item(label: string, icon: PaletteItem["icon"], hint = ""): PaletteItem {
  return { key: label, label, icon, hint };
}

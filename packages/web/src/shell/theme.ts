import { type Shell, type Theme, useShellState } from "./shell-state.ts";
import { useMedia } from "../ui/hooks/use-media.ts";

/** Applies the chosen theme, now and after each change. */
export function applyTheme(shell: Shell, root: HTMLElement): void {
  const apply = (theme: Theme): void => {
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
  };
  apply(shell.getState().theme);
  shell.subscribe(({ theme }) => apply(theme));
}

/** The opposite of the visible theme. */
export function useOppositeTheme(): "light" | "dark" {
  const theme = useShellState((state) => state.theme);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "dark" || (theme === "system" && isSystemDark) ? "light" : "dark";
}

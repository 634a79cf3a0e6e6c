import { type Shell, type Theme, useShellState } from "./shell-state.ts";
import { useMedia } from "../ui/use-media.ts";

/** Draws the page in the theme that was chosen, now and whenever another one is. */
export function applyTheme(shell: Shell, root: HTMLElement): void {
  const apply = (theme: Theme): void => {
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
  };
  apply(shell.getState().theme);
  shell.subscribe(({ theme }) => apply(theme));
}

/** The other one than what is seen now. */
export function useOppositeTheme(): "light" | "dark" {
  const theme = useShellState((state) => state.theme);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "dark" || (theme === "system" && isSystemDark) ? "light" : "dark";
}

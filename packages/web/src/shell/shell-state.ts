/**
 * What is open around the timeline. Choices are kept in the browser.
 */

import { objectOf, stringOf } from "@tenon/basis";
import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

import { NARROW } from "../ui/use-media.ts";
import { storedJson } from "./stored-json.ts";

export type Theme = "system" | "light" | "dark";

export type OpenDialog =
  | { readonly type: "new" | "help" | "palette" }
  | { readonly type: "rename" | "delete"; readonly sessionId: string };

export interface ShellState {
  readonly theme: Theme;
  readonly isListShown: boolean;
  readonly isPanelShown: boolean;
  /** The panel over the timeline, on a narrow screen. */
  readonly isSheetShown: boolean;
  /** The name of the panel's view. */
  readonly panelView: string;
  /** The search in the wire view. */
  readonly wireSearch: string;
  /** The session that is being replayed. */
  readonly replaying: string | undefined;
  /** What the list of sessions is grouped by. */
  readonly groupBy: "day" | "folder";
  /** The list of sessions over the timeline, on a narrow screen. */
  readonly isDrawerOpen: boolean;
  readonly dialog: OpenDialog | undefined;
  /** The session that was just started here: its composer takes the focus. */
  readonly started: string | undefined;
}

export type Shell = StoreApi<ShellState>;

const KEY = "tenon.shell";

export function createShell(storage: Storage): Shell {
  const stored = storedJson(storage, KEY);
  const kept = objectOf(stored.read());
  const theme = stringOf(kept["theme"]);
  const shell = createStore<ShellState>(() => ({
    theme: theme === "light" || theme === "dark" ? theme : "system",
    isListShown: kept["isListShown"] !== false,
    isPanelShown: kept["isPanelShown"] === true,
    isSheetShown: false,
    panelView: stringOf(kept["panelView"]) ?? "Tools",
    wireSearch: "",
    replaying: undefined,
    groupBy: kept["groupBy"] === "folder" ? "folder" : "day",
    isDrawerOpen: false,
    dialog: undefined,
    started: undefined,
  }));
  shell.subscribe(({ theme, isListShown, isPanelShown, panelView, groupBy }) =>
    stored.write({ theme, isListShown, isPanelShown, panelView, groupBy }),
  );
  return shell;
}

/** Shows or hides the panel, beside the timeline or over it. */
export function setPanel(shell: Shell, isShown: (isShownNow: boolean) => boolean): void {
  const key = matchMedia(NARROW).matches ? "isSheetShown" : "isPanelShown";
  shell.setState((state) => ({ [key]: isShown(state[key]) }));
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("useShell needs a ShellContext.");
  return shell;
}

export function useShellState<Part>(select: (state: ShellState) => Part): Part {
  return useStore(useShell(), select);
}

/**
 * What is open around the timeline. Choices are kept in the browser.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { booleanOf, numberOf, objectOf, stringOf } from "@tenon/basis";
import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

import { NARROW } from "../ui/hooks/use-media.ts";
import { storedJson } from "./stored-json.ts";

export type Theme = "system" | "light" | "dark";

export type OpenDialog =
  /** `agent` is chosen; `isQuick`: started without asking more. */
  | { readonly type: "new"; readonly agent?: string; readonly isQuick?: boolean }
  | { readonly type: "help" | "palette" }
  | { readonly type: "rename" | "delete" | "share" | "leave"; readonly sessionId: string };

export interface ShellState {
  readonly theme: Theme;
  /** Its tag; the browser's own without one. */
  readonly language: string | undefined;
  readonly isListShown: boolean;
  readonly isPanelShown: boolean;
  /** The panel over the timeline, on a narrow screen. */
  readonly isSheetShown: boolean;
  /** In pixels. */
  readonly panelWidth: number;
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
  /** Of the open session, for the tab. */
  readonly title: string | undefined;
  /** The person wants notifications, and the browser allows them. */
  readonly isNotifying: boolean;
  /** The session that was just started here: its composer takes the focus. */
  readonly started: string | undefined;
  /** The bar that finds words in the open session. */
  readonly isFinding: boolean;
  /** The entry to show: by its session, and a record that it was made from. */
  readonly jump: { readonly sessionId: string; readonly seq: number } | undefined;
  /** What the composer of a session takes in: a prompt to be changed, or a record to go on from. */
  readonly staged: { readonly sessionId: string; readonly content: readonly ContentBlock[] } | undefined;
}

export type Shell = StoreApi<ShellState>;

const KEY = "tenon.shell";

export function createShell(storage: Storage): Shell {
  const stored = storedJson(storage, KEY);
  const kept = objectOf(stored.read());
  const theme = stringOf(kept["theme"]);
  // What a server does is the point of the page: there is room for it beside the timeline.
  const isRoomy = matchMedia(ROOMY).matches;
  const chosen = booleanOf(kept["isPanelShown"]);
  const shell = createStore<ShellState>(() => ({
    theme: theme === "light" || theme === "dark" ? theme : "system",
    language: stringOf(kept["language"]),
    isListShown: kept["isListShown"] !== false,
    isPanelShown: chosen ?? isRoomy,
    panelWidth: clampWidth(numberOf(kept["panelWidth"]) ?? PANEL_WIDTH),
    isSheetShown: false,
    panelView: stringOf(kept["panelView"]) ?? "Tools",
    wireSearch: "",
    replaying: undefined,
    groupBy: kept["groupBy"] === "folder" ? "folder" : "day",
    isDrawerOpen: false,
    dialog: undefined,
    title: undefined,
    isNotifying: kept["isNotifying"] === true,
    started: undefined,
    staged: undefined,
    jump: undefined,
    isFinding: false,
  }));
  shell.subscribe(({ theme, language, isListShown, isPanelShown, panelWidth, panelView, groupBy, isNotifying }) => {
    // Only a choice is kept: a small window, once, must not hide it in a large one.
    const panel = chosen !== undefined || isPanelShown !== isRoomy ? { isPanelShown } : {};
    stored.write({ theme, language, isListShown, ...panel, panelWidth, panelView, groupBy, isNotifying });
  });
  return shell;
}

const PANEL_WIDTH = 416;
// The list of sessions has 280 pixels, and the timeline needs 580: a window of 1,280 has room for all.
const ROOMY = `(min-width: ${280 + 580 + PANEL_WIDTH}px)`;

export function clampWidth(width: number): number {
  return Math.round(Math.min(720, Math.max(280, width)));
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

/**
 * The items of the palette: actions of the page, and sessions to open.
 */

import { t } from "../language/t.ts";
import { agentNameOf } from "../sessions/agent-name.ts";
import { folderName, newestFirst, searchWords, titleOf } from "../sessions/arrange-sessions.ts";
import type { Page } from "../page/page.ts";
import { setPanel, type Shell, type ShellState } from "../shell/shell-state.ts";
import { shortcut } from "../ui/keys/key-hint.tsx";
import type { IconName } from "../ui/icon.tsx";
import type { TextHit } from "../wire/api.ts";
import { entryOf } from "../wire/with-entry.ts";
import type { SessionView } from "../wire/session-view.ts";

export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly run: () => void;
}

export interface PaletteSearch {
  readonly search: string;
  readonly byId: Readonly<Record<string, SessionView>>;
  readonly actions: readonly PaletteItem[];
  readonly onOpen: (sessionId: string, seq?: number) => void;
  /** Where the words are in the text of sessions. */
  readonly hits: readonly TextHit[];
}

const RECENT = 6;

/** Every word must be somewhere. Actions come first in a search, then sessions, then places in their text; and after the newest sessions without one. */
export function paletteItems({ search, byId, actions, onOpen, hits }: PaletteSearch): readonly PaletteItem[] {
  const words = searchWords(search);
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const sessions = newestFirst(byId)
    .filter((session) => fits(`${titleOf(session)} ${session.cwd} ${session.agent}`))
    .map((session): PaletteItem => ({
      key: `session ${session.id}`,
      label: titleOf(session),
      hint: `${folderName(session.cwd)} · ${agentNameOf(session)}`,
      icon: "chevron",
      run: () => onOpen(session.id),
    }));
  const found = actions.filter(({ label }) => fits(label));
  const texts = hits.map(({ sessionId, seq, excerpt }): PaletteItem => {
    const session = entryOf(byId, sessionId);
    return {
      key: `text ${sessionId} ${seq}`,
      label: excerpt,
      hint: session ? titleOf(session) : sessionId,
      icon: "search",
      run: () => onOpen(sessionId, seq),
    };
  });
  return words.length > 0 ? [...found, ...sessions, ...texts] : [...sessions.slice(0, RECENT), ...found];
}

export interface PageActionsOptions {
  readonly page: Page;
  readonly shell: Shell;
  /** The open session. */
  readonly sessionId: string | undefined;
  readonly oppositeTheme: ShellState["theme"];
}

/** The actions of the page and of its open session. */
export function pageActions({ page, shell, sessionId, oppositeTheme }: PageActionsOptions): readonly PaletteItem[] {
  const set = (change: Partial<ShellState>) => () => shell.setState(change);
  const open = sessionId === undefined ? [] : sessionActions(page, shell, sessionId);
  return [
    ...(page.me.getState().person?.role === "guest"
      ? []
      : [item(t("New session"), "plus", set({ dialog: { type: "new" } }), "n")]),
    ...open,
    item(t("Switch between light and dark"), "moon", set({ theme: oppositeTheme })),
    item(t("Use the system’s theme"), "sun", set({ theme: "system" })),
    item(t("Show or hide sessions"), "menu", () => toggleList(shell), "["),
    item(t("Show or hide the panel"), "panel", () => setPanel(shell, (isShown) => !isShown), "]"),
    item(t("Keyboard shortcuts"), "help", set({ dialog: { type: "help" } }), "?"),
    // Signed out or not, the sign-in form is what remains.
    item(t("Sign out"), "exit", () => void page.signOut()),
  ];
}

export function toggleList(shell: Shell): void {
  shell.setState(({ isListShown }) => ({ isListShown: !isListShown }));
}

function sessionActions(page: Page, shell: Shell, sessionId: string): readonly PaletteItem[] {
  const session = entryOf(page.sessions.store.getState().byId, sessionId);
  const isRunning = session !== undefined && session.state !== "idle";
  const isOwner = (session?.role ?? "owner") === "owner";
  const { person } = page.me.getState();
  const dialog = (type: "rename" | "share" | "delete") => () => shell.setState({ dialog: { type, sessionId } });
  return [
    ...(isOwner ? [item(t("Rename this session"), "rename", dialog("rename"))] : []),
    ...(isOwner && person ? [item(t("Share this session"), "people", dialog("share"))] : []),
    item(t("Replay this session"), "play", () => shell.setState({ replaying: sessionId })),
    ...(isRunning ? [item(t("Stop the turn"), "stop", () => page.cancel(sessionId), shortcut("."))] : []),
    item(t("Find in this session"), "search", () => shell.setState({ isFinding: true }), shortcut("F")),
    ...(isOwner ? [item(t("Delete this session"), "trash", dialog("delete"))] : []),
  ];
}

function item(label: string, icon: IconName, run: () => void, hint = ""): PaletteItem {
  return { key: label, label, icon, hint, run };
}

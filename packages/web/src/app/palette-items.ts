/**
 * What the palette finds.
 */

import { agentName } from "../sessions/agent-name.ts";
import { folderName, titleOf } from "../sessions/arrange-sessions.ts";
import type { IconName } from "../ui/icon.tsx";
import type { SessionView } from "../wire/session-view.ts";

export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
}

export interface PaletteSearch {
  readonly search: string;
  readonly sessions: readonly SessionView[];
  readonly actions: { readonly items: readonly PaletteItem[] };
}

/** Every word must be somewhere. What the page can do comes first when it is searched for, and last when nothing is. */
export function paletteItems({ search, sessions, actions }: PaletteSearch): readonly PaletteItem[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = sessions
    .filter((session) => fits(`${titleOf(session)} ${session.cwd} ${session.agent}`))
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
    .map(sessionItem);
  const doable = actions.items.filter(({ label }) => fits(label));
  return words.length > 0 ? [...doable, ...found] : [...found.slice(0, 6), ...doable];
}

/** The session that an item leads to. */
export function sessionOfItem({ key }: PaletteItem): string | undefined {
  return key.startsWith(SESSION) ? key.slice(SESSION.length) : undefined;
}

const SESSION = "session ";

function sessionItem(session: SessionView): PaletteItem {
  const hint = `${folderName(session.cwd)} · ${agentName(session.agent)}`;
  return { key: `${SESSION}${session.id}`, label: titleOf(session), hint, icon: "chevron" };
}

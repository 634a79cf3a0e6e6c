/**
 * The list of sessions as it is shown: filtered, newest first, under headings.
 */

import { languageTag, t } from "../language/t.ts";
import type { ShellState } from "../shell/shell-state.ts";
import type { TextHit } from "../wire/api.ts";
import type { SessionView } from "../wire/session-view.ts";

export interface Arrangement {
  readonly search: string;
  /** All, if empty. */
  readonly folder: string;
  readonly agent: string;
  readonly groupBy: ShellState["groupBy"];
}

export type ListItem =
  | { readonly type: "heading"; readonly key: string; readonly label: string; readonly title?: string }
  | { readonly type: "hit"; readonly key: string; readonly hit: TextHit; readonly title: string }
  | { readonly type: "session"; readonly key: string; readonly session: SessionView };

export function arrangeSessions(
  sessions: readonly SessionView[],
  arrangement: Arrangement,
  now: Date = new Date(),
): readonly ListItem[] {
  const words = searchWords(arrangement.search);
  const waiting = t("Waiting for you");
  const shown = newestFirst(sessions)
    .filter(({ cwd }) => arrangement.folder === "" || cwd === arrangement.folder)
    .filter(({ agent }) => arrangement.agent === "" || agent === arrangement.agent)
    .filter((session) => words.every((word) => searchable(session).includes(word)));
  const groups = Map.groupBy(shown, (session) =>
    session.state === "waiting"
      ? waiting
      : arrangement.groupBy === "folder"
        ? session.cwd
        : dayOf(session.updatedAt, now),
  );
  // What waits for the person comes first, wherever it belongs.
  const ordered = [...groups].toSorted(([one], [other]) => Number(other === waiting) - Number(one === waiting));
  return ordered.flatMap(([group, members]) => [
    arrangement.groupBy === "folder" && group !== waiting
      ? { type: "heading" as const, key: `heading ${group}`, label: folderName(group), title: group }
      : { type: "heading" as const, key: `heading ${group}`, label: group },
    ...members.map((session) => ({ type: "session" as const, key: session.id, session })),
  ]);
}

/** Where the words are in the text of sessions. */
export function hitItems(hits: readonly TextHit[], byId: Readonly<Record<string, SessionView>>): readonly ListItem[] {
  if (hits.length === 0) return [];
  const items = hits.map((hit): ListItem => {
    const session = byId[hit.sessionId];
    return {
      type: "hit",
      key: `hit ${hit.sessionId} ${hit.seq}`,
      hit,
      title: session ? titleOf(session) : hit.sessionId,
    };
  });
  return [{ type: "heading", key: "heading of hits", label: t("In the text") }, ...items];
}

export function newestFirst(sessions: readonly SessionView[] | Readonly<Record<string, SessionView>>) {
  return Object.values(sessions).toSorted((one, other) => other.updatedAt - one.updatedAt);
}

export function searchWords(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** The last segment of a path. */
export function folderName(path: string): string {
  return path.split(/[/\\]/u).findLast((part) => part !== "") ?? path;
}

export function titleOf(session: SessionView): string {
  return session.title ?? t("Untitled session");
}

function searchable(session: SessionView): string {
  return [titleOf(session), session.cwd, session.agent, session.agentTitle ?? ""].join("\n").toLowerCase();
}

const DAY_MS = 86_400_000;

function dayOf(time: number, now: Date): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (time >= today) return t("Today");
  if (time >= today - DAY_MS) return t("Yesterday");
  if (time >= today - 6 * DAY_MS) return t("This week");
  return new Date(time).toLocaleDateString(languageTag(), { month: "long", year: "numeric" });
}

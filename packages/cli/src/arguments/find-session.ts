/**
 * Finds the session that a person means: by its id, the beginning of it, the id that its agent gave it, or `last`.
 */

import type { Journal, SessionRecord } from "@tenon/journal";

import { t } from "../messages/t.ts";
import { printableLine } from "../terminal/printable.ts";
import { UsageError } from "../process/usage-error.ts";
import { allSessions } from "./all-sessions.ts";

const MAX_LISTED = 5;

export async function findSession(journal: Journal, given: string): Promise<SessionRecord> {
  if (given === "") throw new UsageError(t("The session id is empty. List sessions with: tenon log list"));
  if (given === "last") {
    // A session that was opened and never prompted has nothing to show.
    const [used] = (await journal.sessions({ limit: 1, isUsed: true })).sessions;
    const [newest] = used ? [used] : (await journal.sessions({ limit: 1 })).sessions;
    if (!newest) throw new Error(t('No recorded sessions yet. Start one with: tenon run "<prompt>"'));
    return newest;
  }
  const exact = await journal.session(given);
  if (exact) return exact;
  const found = (await allSessions(journal)).filter(
    ({ id, agentSessionId }) => id.startsWith(given) || agentSessionId === given,
  );
  const [only, ...others] = found;
  if (!only) throw new Error(t('No session with id "{id}". List sessions with: tenon log list', { id: given }));
  if (others.length === 0) return only;
  const ids = found.slice(0, MAX_LISTED).map(({ id, title = "" }) => `\n  ${id}  ${printableLine(title)}`.trimEnd());
  const more = found.length > MAX_LISTED ? "\n  …" : "";
  const sessions = `${ids.join("")}${more}`;
  throw new UsageError(t('Session id "{id}" is ambiguous. Matching sessions:{sessions}', { id: given, sessions }));
}

/** In the order given, each once. Nothing is done to any of them if one cannot be found. */
export async function findSessions(journal: Journal, given: readonly string[]): Promise<readonly SessionRecord[]> {
  const found = new Map<string, SessionRecord>();
  for (const id of given) {
    const session = await findSession(journal, id);
    found.set(session.id, session);
  }
  return [...found.values()];
}

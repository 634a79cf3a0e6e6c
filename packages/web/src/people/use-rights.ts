/**
 * What I may do in a session. The gateway decides; the page shows no control that it would refuse.
 */

import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import type { SessionRole } from "../wire/session-view.ts";
import { entryOf } from "../wire/with-entry.ts";

export interface Rights {
  readonly prompt: boolean;
  readonly answer: boolean;
  /** Modes, models, which tools are included. */
  readonly configure: boolean;
  /** Servers, sharing, renaming, deleting. */
  readonly own: boolean;
}

function rightsOf(role: SessionRole | undefined): Rights {
  return RIGHTS[role ?? "owner"];
}

export function useRights(sessionId: string): Rights {
  const page = usePage();
  const isMember = useStore(page.me, ({ person }) => person !== undefined && person.role !== "administrator");
  const session = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId));
  // It may have been shared a moment ago, and the list does not have it yet.
  return session === undefined && isMember ? NONE : rightsOf(session?.role);
}

/** Guests have only what others share with them. */
export function useMayBegin(): boolean {
  return useStore(usePage().me, ({ person }) => person?.role !== "guest");
}

/** Undefined while the session is not known, and where I am the only person. */
export function useRole(sessionId: string): SessionRole | undefined {
  const page = usePage();
  return useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId)?.role);
}

const NONE: Rights = { prompt: false, answer: false, configure: false, own: false };

const RIGHTS: Readonly<Record<SessionRole, Rights>> = {
  owner: { prompt: true, answer: true, configure: true, own: true },
  collaborator: { prompt: true, answer: true, configure: true, own: false },
  prompter: { prompt: true, answer: false, configure: false, own: false },
  approver: { prompt: false, answer: true, configure: false, own: false },
  viewer: NONE,
};

import { createContext, use } from "react";
import { useStore } from "zustand";

import type { OpenSession, SessionState } from "./open-session.ts";

export const SessionContext = createContext<OpenSession | undefined>(undefined);

export function useOpenSession(): OpenSession {
  const session = use(SessionContext);
  if (!session) throw new Error("This is drawn only within a session.");
  return session;
}

/** A part of the open session's state; the component is drawn again when that part is another one. */
export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(useOpenSession().store, select);
}

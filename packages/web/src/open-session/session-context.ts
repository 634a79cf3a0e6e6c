import { createContext, use } from "react";
import { useStore } from "zustand";

import type { OpenSession, SessionState } from "./open-session.ts";

export const SessionContext = createContext<OpenSession | undefined>(undefined);

export function useOpenSession(): OpenSession {
  const session = use(SessionContext);
  if (!session) throw new Error("useOpenSession needs a SessionContext.");
  return session;
}

/** A part of the open session's state; renders again when that part changes. */
export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(useOpenSession().store, select);
}

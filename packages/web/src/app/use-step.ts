import { useCallback } from "react";
import { useLocation } from "wouter";

import { usePage } from "../page/page-context.ts";
import { sessionIdOf, sessionPath } from "../shell/session-path.ts";

/** Goes to the next session, newest first, or to the one before. */
export function useStep(): (by: 1 | -1) => void {
  const page = usePage();
  const [location, navigate] = useLocation();
  return useCallback(
    (by) => {
      const sessions = Object.values(page.sessions.store.getState().byId).toSorted(
        (one, other) => other.updatedAt - one.updatedAt,
      );
      const place = sessions.findIndex(({ id }) => id === sessionIdOf(location));
      const next = sessions[place < 0 ? 0 : Math.min(sessions.length - 1, Math.max(0, place + by))];
      if (next) navigate(sessionPath(next.id));
    },
    [page, location, navigate],
  );
}

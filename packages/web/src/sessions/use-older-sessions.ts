import { useEffect } from "react";

import { usePage } from "../page/page-context.ts";

const PAUSE_MS = 250;

/** Searches the gateway too: not every session is loaded. */
export function useOlderSessions(search: string): void {
  const page = usePage();
  const title = search.trim();
  useEffect(() => {
    if (title === "") return undefined;
    const timer = setTimeout(() => {
      // Loaded sessions are searched anyway, and a banner shows a lost connection.
      page.sessions.find(title).catch(() => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [page, title]);
}

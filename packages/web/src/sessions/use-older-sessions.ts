import { useEffect } from "react";

import { usePage } from "../page/page-context.ts";

const PAUSE_MS = 250;

/** Looks in the gateway too for what is searched: not every session has been loaded. */
export function useOlderSessions(search: string): void {
  const page = usePage();
  const title = search.trim();
  useEffect(() => {
    if (title === "") return undefined;
    const timer = setTimeout(() => {
      // What is here is searched anyway; without a connection there is a banner that says so.
      page.sessions.find(title).catch(() => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [page, title]);
}

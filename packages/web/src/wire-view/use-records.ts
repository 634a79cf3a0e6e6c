import { useEffect, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { openRecords, type SessionRecords } from "./session-records.ts";

/** The open session's records, read while the component is mounted. */
export function useRecords(): SessionRecords | undefined {
  const page = usePage();
  const { id } = useOpenSession();
  const [records, setRecords] = useState<SessionRecords>();
  useEffect(() => {
    const opened = openRecords(page.feedUrl(id));
    setRecords(opened);
    return () => opened.close();
  }, [page, id]);
  return records;
}

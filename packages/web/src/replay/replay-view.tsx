/**
 * The replay of the open session, shown instead of it.
 */

import { useEffect, useState } from "react";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { SessionContext, useOpenSession } from "../open-session/session-context.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { type SessionRecords, useRecords } from "../wire-view/session-records.ts";
import { createReplay, type Replay } from "./replay.ts";
import { ReplayBar } from "./replay-bar.tsx";

export default function ReplayView() {
  const records = useRecords();
  return records ? <Loaded records={records} /> : null;
}

function Loaded({ records }: { readonly records: SessionRecords }) {
  const session = useOpenSession();
  const { id } = session;
  const isCaughtUp = useStore(records.store, (state) => state.isCaughtUp);
  const [replay, setReplay] = useState<Replay>();
  useEffect(() => {
    if (!isCaughtUp) return undefined;
    const made = createReplay({ id, records: [...records.list] });
    setReplay(made);
    made.play();
    return () => made.close();
  }, [id, records, isCaughtUp]);
  const isEmpty = useStore(replay?.session.store ?? session.store, (state) => state.rowCount === 0);
  if (!replay) return <div className="flex-1" role="status" aria-label={t("Reading the history")} />;
  return (
    <>
      <SessionContext value={replay.session}>
        {isEmpty ? <p className="m-auto text-muted">{t("No records yet.")}</p> : <Timeline />}
      </SessionContext>
      <ReplayBar replay={replay} />
    </>
  );
}

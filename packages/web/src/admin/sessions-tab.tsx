/**
 * Every session of the gateway, of all owners.
 */

import { useMemo, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { agentName } from "../sessions/agent-name.ts";
import { folderName, newestFirst, searchWords, titleOf } from "../sessions/arrange-sessions.ts";
import { StateDot } from "../sessions/state-dot.tsx";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { IconButton } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { age } from "../ui/words/spoken-time.ts";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import type { SessionView } from "../wire/session-view.ts";
import { entryOf } from "../wire/with-entry.ts";
import { useAdmin } from "./admin-context.ts";
import { Cell, Nothing, Table } from "./table.tsx";

const WORDS = {
  sessions: phrase("Sessions"),
  columns: [phrase("Title"), phrase("Owner"), phrase("Folder"), phrase("Agent"), phrase("Changed"), ""],
  search: phrase("Search titles, owners, folders and agents"),
  none: phrase("No sessions yet."),
  nothing: phrase("No session has all these words."),
  unowned: phrase("administrators"),
};

const MAX_ROWS = 200;

export function SessionsTab() {
  const [search, setSearch] = useState("");
  const { rows, error } = useOwnedSessions(search);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium">{t(WORDS.sessions)}</h2>
        <Input
          type="search"
          aria-label={t(WORDS.search)}
          placeholder={t(WORDS.search)}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="sm:w-80!"
        />
      </div>
      <Problem text={error} className="text-sm" />
      {rows.length === 0 && <Nothing>{search === "" ? t(WORDS.none) : t(WORDS.nothing)}</Nothing>}
      {rows.length > 0 && (
        <Table label={t(WORDS.sessions)} columns={WORDS.columns}>
          {rows.slice(0, MAX_ROWS).map(({ session, owner }) => (
            <OwnedSession key={session.id} session={session} owner={owner} />
          ))}
        </Table>
      )}
      {rows.length > MAX_ROWS && (
        <p className="text-sm text-muted">
          {t("{count} more. Search to find them.", { count: rows.length - MAX_ROWS })}
        </p>
      )}
    </>
  );
}

/** Those that have all the words, the newest first. */
function useOwnedSessions(search: string) {
  const admin = useAdmin();
  const page = usePage();
  const { value: owners, error } = useLoaded(admin.owners);
  const byId = useStore(page.sessions.store, (state) => state.byId);
  const rows = useMemo(() => {
    const words = searchWords(search);
    const all = newestFirst(byId).map((session) => ({
      session,
      owner: entryOf(owners ?? {}, session.id)?.join(", ") ?? t(WORDS.unowned),
    }));
    return all.filter(({ session, owner }) => {
      const text = `${titleOf(session)} ${owner} ${session.cwd} ${session.agent}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [byId, owners, search]);
  return { rows, error };
}

function OwnedSession({ session, owner }: { readonly session: SessionView; readonly owner: string }) {
  const shell = useShell();
  const dialog = (type: "share" | "delete") => () => shell.setState({ dialog: { type, sessionId: session.id } });
  const name = titleOf(session);
  return (
    <tr>
      <Cell className="max-w-72">
        <Link href={sessionPath(session.id)} className="flex items-center gap-2.5 rounded hover:underline">
          <StateDot session={session} />
          <span className="truncate">{name}</span>
        </Link>
      </Cell>
      <Cell className="max-w-40 truncate" title={owner} isMuted={owner === t(WORDS.unowned)}>
        {owner}
      </Cell>
      <Cell isMuted className="max-w-40 truncate" title={session.cwd}>
        {folderName(session.cwd)}
      </Cell>
      <Cell isMuted className="max-w-32 truncate" title={session.agent}>
        {agentName(session.agent)}
      </Cell>
      <Cell isMuted className="whitespace-nowrap tabular-nums">
        {age(session.updatedAt, Date.now())}
      </Cell>
      <Cell className="w-0 whitespace-nowrap">
        <IconButton icon="people" label={t("Share {name}", { name })} onClick={dialog("share")} />
        <IconButton icon="trash" label={t("Delete {name}", { name })} onClick={dialog("delete")} />
      </Cell>
    </tr>
  );
}

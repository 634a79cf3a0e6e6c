/**
 * Who did what, the newest first: searched, filtered, exported. Nothing here can be changed.
 */

import { useEffect, useState } from "react";
import { Link } from "wouter";

import { languageTag, phrase, t } from "../language/t.ts";
import { sessionPath } from "../shell/session-path.ts";
import { Button } from "../ui/button.tsx";
import { Input, Select } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Problem } from "../ui/problem.tsx";
import { saveFile } from "../ui/save-file.ts";
import { useAction } from "../ui/hooks/use-action.ts";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import { messageOf } from "../wire/wire-error.ts";
import type { AuditFilter, AuditLine, Person } from "./admin-api.ts";
import { useAdmin } from "./admin-context.ts";
import { ACTIONS, actionWords } from "./audit-actions.ts";
import { Cell, Nothing, Table } from "./table.tsx";

const WORDS = {
  audit: phrase("Audit"),
  columns: [phrase("When"), phrase("Who"), phrase("What"), phrase("Details")],
  search: phrase("Search the audit"),
  everyone: phrase("Everyone"),
  anything: phrase("Anything"),
  none: phrase("No matching entries."),
  older: phrase("Show older"),
  export: phrase("Export"),
};

const NOBODY: readonly Person[] = [];
const PAGE_SIZE = 100;
const PAUSE_MS = 250;

export function AuditTab() {
  const admin = useAdmin();
  const { value: people = NOBODY } = useLoaded(admin.people);
  const [filter, setFilter] = useState({ search: "", person: "", action: "" });
  const { lines, error, hasMore, older } = useLines(filter);
  const { isRunning, error: refusal, run } = useAction();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto font-medium">{t(WORDS.audit)}</h2>
        <Button disabled={isRunning} onClick={() => run(async () => saveFile(await admin.exportAudit(filter)))}>
          <Icon name="download" className="-ml-1" />
          {t(WORDS.export)}
        </Button>
      </div>
      <div className="grid grid-cols-[2fr_1fr_1fr] gap-3 max-sm:grid-cols-1">
        <Input
          type="search"
          aria-label={t(WORDS.search)}
          placeholder={t(WORDS.search)}
          value={filter.search}
          onChange={(event) => setFilter({ ...filter, search: event.target.value })}
        />
        <Select
          aria-label={t("Who")}
          value={filter.person}
          onChange={(event) => setFilter({ ...filter, person: event.target.value })}
        >
          <option value="">{t(WORDS.everyone)}</option>
          <option value="local">{t("administrator (local token)")}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("What")}
          value={filter.action}
          onChange={(event) => setFilter({ ...filter, action: event.target.value })}
        >
          <option value="">{t(WORDS.anything)}</option>
          {ACTIONS.map((action) => (
            <option key={action} value={action}>
              {t(actionWords(action))}
            </option>
          ))}
        </Select>
      </div>
      <Problem text={refusal ?? error} className="text-sm" />
      {lines?.length === 0 && <Nothing>{t(WORDS.none)}</Nothing>}
      {lines && lines.length > 0 && <AuditTable lines={lines} people={people} />}
      {hasMore && <Button onClick={older}>{t(WORDS.older)}</Button>}
    </>
  );
}

interface AuditTableProps {
  readonly lines: readonly AuditLine[];
  readonly people: readonly Pick<Person, "id" | "name">[];
}

function AuditTable({ lines, people }: AuditTableProps) {
  // The audit has ids, because names can be given again.
  const named = (details: string) => people.reduce((text, { id, name }) => text.replaceAll(id, name), details);
  return (
    <Table label={t(WORDS.audit)} columns={WORDS.columns}>
      {lines.map(({ number, at, name, action, sessionId, details }) => (
        <tr key={number}>
          <Cell isMuted className="text-xs whitespace-nowrap tabular-nums">
            <time dateTime={new Date(at).toISOString()}>
              {new Date(at).toLocaleString(languageTag(), {
                dateStyle: "medium",
                timeStyle: "medium",
                hourCycle: "h23",
              })}
            </time>
          </Cell>
          <Cell className="max-w-40 truncate" title={name}>
            {name}
          </Cell>
          <Cell className="whitespace-nowrap">
            {sessionId === undefined ? (
              t(actionWords(action))
            ) : (
              <Link href={sessionPath(sessionId)} title={sessionId} className="rounded text-accent hover:underline">
                {t(actionWords(action))}
              </Link>
            )}
          </Cell>
          <Cell isMuted className="max-w-96 truncate text-xs" title={named(details)}>
            {named(details)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The lines that fit, a page at a time. While a search is typed, nothing is asked. */
function useLines(filter: AuditFilter) {
  const admin = useAdmin();
  const [state, setState] = useState<Lines>({});
  const [before, setBefore] = useState<{ readonly filter: AuditFilter; readonly number: number }>();
  useEffect(() => {
    const lifetime = new AbortController();
    const older = before?.filter === filter ? { before: String(before.number) } : undefined;
    const timer = setTimeout(
      () =>
        admin.audit({ ...filter, ...older, limit: String(PAGE_SIZE) }).then(
          (found) => {
            if (lifetime.signal.aborted) return;
            const hasMore = found.length === PAGE_SIZE;
            setState(({ lines = [] }) => ({ lines: older ? [...lines, ...found] : found, hasMore }));
          },
          (error: unknown) => lifetime.signal.aborted || setState((known) => ({ ...known, error: messageOf(error) })),
        ),
      filter.search === "" || older ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [admin, filter, before]);
  const last = state.lines?.at(-1)?.number;
  const older = () => {
    if (last !== undefined) setBefore({ filter, number: last });
  };
  return { ...state, older };
}

interface Lines {
  readonly lines?: readonly AuditLine[];
  readonly error?: string;
  readonly hasMore?: boolean;
}

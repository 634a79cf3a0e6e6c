import { type KeyboardEvent, useMemo } from "react";

import { t } from "../language/t.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { Icon } from "../ui/icon.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import type { SessionView } from "../wire/session-view.ts";
import { agentNameOf } from "./agent-name.ts";
import { folderName } from "./arrange-sessions.ts";

interface Filters {
  readonly search: string;
  readonly folder: string;
  readonly agent: string;
}

interface SessionFiltersProps {
  readonly sessions: readonly SessionView[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function SessionFilters({ sessions, filters, onChange }: SessionFiltersProps) {
  const shell = useShell();
  const groupBy = useShellState((state) => state.groupBy);
  const folders = useMemo(() => [...new Set(sessions.map(({ cwd }) => cwd))].toSorted(), [sessions]);
  const agents = useMemo(
    () =>
      [...new Map(sessions.map((session) => [session.agent, agentNameOf(session)]))].toSorted(([, one], [, other]) =>
        one.localeCompare(other),
      ),
    [sessions],
  );
  return (
    <div className="space-y-1 px-3 pb-1">
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 text-faint" />
        <input
          id="session-search"
          type="search"
          aria-label={t("Search sessions")}
          placeholder={t("Search")}
          value={filters.search}
          onChange={(event) => onChange({ ...filters, search: event.target.value })}
          onKeyDown={onSearchKey}
          className="h-8 w-full rounded-md border border-line bg-surface pr-2 pl-8 text-sm placeholder:text-faint"
        />
      </div>
      <div className="-ml-0.5 flex gap-1">
        <QuietSelect
          label={t("Folder")}
          value={filters.folder}
          isNotable={filters.folder !== ""}
          choices={[
            { value: "", name: t("Folder") },
            ...folders.map((path) => ({ value: path, name: folderName(path) })),
          ]}
          onChoose={(folder) => onChange({ ...filters, folder })}
        />
        <QuietSelect
          label={t("Agent")}
          value={filters.agent}
          isNotable={filters.agent !== ""}
          choices={[{ value: "", name: t("Agent") }, ...agents.map(([value, name]) => ({ value, name }))]}
          onChoose={(agent) => onChange({ ...filters, agent })}
        />
        <QuietSelect
          label={t("Group by")}
          value={groupBy}
          choices={[
            { value: "day", name: t("By day") },
            { value: "folder", name: t("By folder") },
          ]}
          onChoose={(value) => shell.setState({ groupBy: value === "folder" ? "folder" : "day" })}
        />
      </div>
    </div>
  );
}

function onSearchKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === "Escape") event.currentTarget.blur();
  if (event.key !== "ArrowDown" && event.key !== "Enter") return;
  event.preventDefault();
  document.querySelector<HTMLElement>("nav [data-session]")?.focus();
}

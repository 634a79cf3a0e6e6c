/**
 * The list of all sessions: searched, filtered, grouped, virtualised.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useMayBegin } from "../people/use-rights.ts";
import { sessionIdOf } from "../shell/session-path.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { Button } from "../ui/button.tsx";
import { KeyHint } from "../ui/keys/key-hint.tsx";
import { Icon } from "../ui/icon.tsx";
import { HitRow } from "./hit-row.tsx";
import { useTextHits } from "./use-text-hits.ts";
import { arrangeSessions, hitItems, type ListItem } from "./arrange-sessions.ts";
import { SessionFilters } from "./session-filters.tsx";
import { SessionRow } from "./session-row.tsx";
import { useOlderSessions } from "./use-older-sessions.ts";

export function SessionSidebar({ onOpen = () => {} }: { readonly onOpen?: () => void }) {
  const page = usePage();
  const shell = useShell();
  const [location] = useLocation();
  const { byId, phase, error } = useStore(page.sessions.store);
  const mayBegin = useMayBegin();
  const groupBy = useShellState((state) => state.groupBy);
  const [filters, setFilters] = useState({ search: "", folder: "", agent: "" });
  useOlderSessions(filters.search);
  const sessions = useMemo(() => Object.values(byId), [byId]);
  const { hits, isSearching } = useTextHits(filters.search);
  const items = useMemo(
    () => [...arrangeSessions(sessions, { ...filters, groupBy }), ...hitItems(hits, byId)],
    [sessions, filters, groupBy, hits, byId],
  );

  return (
    <nav aria-label={t("Sessions")} className="flex min-h-0 flex-1 flex-col bg-sunken">
      <div className="flex items-center justify-between gap-2 px-4 pt-3 pb-2">
        <span className="flex items-center gap-2 font-semibold">
          <img src="/tenon.svg" alt="" className="size-4" />
          Tenon
        </span>
        {mayBegin && (
          <Button onClick={() => shell.setState({ dialog: { type: "new" }, isDrawerOpen: false })}>
            <Icon name="plus" className="-ml-1" />
            {t("New")}
            <span className="hidden sm:inline">
              <KeyHint>n</KeyHint>
            </span>
          </Button>
        )}
      </div>
      <SessionFilters sessions={sessions} filters={filters} onChange={setFilters} />
      {items.length > 0 ? (
        <SessionItems items={items} openId={sessionIdOf(location)} onOpen={onOpen} />
      ) : (
        <p className="flex-1 px-4 py-6 text-sm text-muted">
          {phase === "ready"
            ? isSearching
              ? t("Searching…")
              : sessions.length > 0
                ? t("Nothing found.")
                : t("No sessions yet.")
            : (error ?? t("Loading…"))}
        </p>
      )}
    </nav>
  );
}

interface SessionItemsProps {
  readonly items: readonly ListItem[];
  readonly openId: string | undefined;
  readonly onOpen: () => void;
}

function SessionItems({ items, openId, onOpen }: SessionItemsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.type === "heading" ? 32 : 52),
    overscan: 8,
    paddingEnd: 12,
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" onKeyDown={walkLinks} tabIndex={-1}>
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              {item?.type === "heading" && (
                <h2 className="truncate px-4 pt-3 pb-1 text-xs font-medium text-muted" title={item.title}>
                  {item.label}
                </h2>
              )}
              {item?.type === "hit" && <HitRow hit={item.hit} title={item.title} onOpen={onOpen} />}
              {item?.type === "session" && (
                <SessionRow session={item.session} isOpen={item.session.id === openId} onOpen={onOpen} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** j and k, or the arrows, go from session to session. */
function walkLinks(event: KeyboardEvent<HTMLDivElement>): void {
  const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-session]")];
  const next = links[links.findIndex((link) => link === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

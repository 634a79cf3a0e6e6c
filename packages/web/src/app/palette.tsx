/**
 * The command palette: sessions by title, folder or agent, and actions of the page.
 *
 * By hand: a library would bring a dialog and a ranking of its own, and what is found comes from three places, one of which
 * is the gateway. What is left to draw is an input and a list.
 */

import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { useTextHits } from "../sessions/use-text-hits.ts";
import { useOlderSessions } from "../sessions/use-older-sessions.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePage } from "../page/page-context.ts";
import { sessionIdOf, sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { useOppositeTheme } from "../shell/theme.ts";
import { pageActions, type PaletteItem, paletteItems } from "./page-actions.ts";

const MAX_ITEMS = 40;

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const listId = useId();
  const shell = useShell();
  const oppositeTheme = useOppositeTheme();
  const [location, navigate] = useLocation();
  const byId = useStore(page.sessions.store, (state) => state.byId);
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState(0);
  useOlderSessions(search);
  const { hits, isSearching } = useTextHits(search);
  const items = useMemo(() => {
    const actions = pageActions({ page, shell, sessionId: sessionIdOf(location), oppositeTheme });
    const onOpen = (sessionId: string, seq?: number) => {
      if (seq !== undefined) shell.setState({ jump: { sessionId, seq } });
      navigate(sessionPath(sessionId));
    };
    return paletteItems({ search, byId, actions, onOpen, hits }).slice(0, MAX_ITEMS);
  }, [search, byId, page, shell, location, navigate, oppositeTheme, hits]);
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && items.length > 0) setSelected((selected + by + items.length) % items.length);
    else if (event.key === "Enter") choose(items[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t("Search for anything")} isBare>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${selected}` : undefined}
          aria-label={t("Search for anything")}
          placeholder={t("Search sessions, everything in them, and actions")}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-base placeholder:text-faint focus:outline-none"
        />
      </div>
      <Items id={listId} items={items} selected={selected} onSelect={setSelected} onChoose={choose} />
      {items.length === 0 && (
        <p className="px-5 pb-5 text-sm text-muted">{isSearching ? t("Searching…") : t("Nothing found.")}</p>
      )}
    </Dialog>
  );
}

interface ItemsProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly onChoose: (item: PaletteItem) => void;
}

function Items({ id, items, selected, onSelect, onChoose }: ItemsProps) {
  return (
    <div id={id} role="listbox" aria-label={t("Found")} className="max-h-[50dvh] overflow-y-auto p-2">
      {items.map((item, index) => (
        <div
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          onPointerMove={() => onSelect(index)}
          onClick={() => onChoose(item)}
          className={`flex h-9 items-center gap-3 rounded-md px-3 ${index === selected ? "bg-accent-soft" : ""}`}
        >
          <Icon name={item.icon} className="text-muted" />
          <span dir="auto" className="truncate">
            {item.label}
          </span>
          <span className="ml-auto max-w-[40%] shrink-0 truncate text-xs text-muted">{item.hint}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * One field for everything: sessions by title, folder or agent, and what the page can do.
 */

import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { useStore } from "zustand";

import { useOlderSessions } from "../sessions/use-older-sessions.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePage } from "../page/page-context.ts";
import { type PaletteItem, paletteItems } from "./palette-items.ts";
import { usePageActions } from "./use-page-actions.ts";

const MOST = 40;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const listId = useId();
  const actions = usePageActions();
  const byId = useStore(page.sessions.store, (state) => state.byId);
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState(0);
  useOlderSessions(search);
  const items = useMemo(
    () => paletteItems({ search, sessions: Object.values(byId), actions }).slice(0, MOST),
    [search, byId, actions],
  );
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    actions.run(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && items.length > 0) setSelected((selected + by + items.length) % items.length);
    else if (event.key === "Enter") choose(items[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Search for anything" isBare>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${selected}` : undefined}
          aria-label="Search for anything"
          placeholder="Search sessions and actions"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-base placeholder:text-faint focus:outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label="Found" className="max-h-[50dvh] overflow-y-auto p-2">
        {items.map((item, index) => (
          <div
            key={item.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === selected}
            onPointerMove={() => setSelected(index)}
            onClick={() => choose(item)}
            className={`flex h-9 items-center gap-3 rounded-md px-3 ${index === selected ? "bg-accent-soft" : ""}`}
          >
            <Icon name={item.icon} className="text-muted" />
            <span className="truncate">{item.label}</span>
            <span className="ml-auto shrink-0 truncate text-xs text-muted">{item.hint}</span>
          </div>
        ))}
      </div>
      {items.length === 0 && <p className="px-5 pb-5 text-sm text-muted">Nothing found.</p>}
    </Dialog>
  );
}

/**
 * The folder of a new session, completed while it is typed: folders of other sessions, and those on the gateway's machine.
 */

import { type KeyboardEvent, useEffect, useId, useState } from "react";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Input } from "../ui/field.tsx";

interface FolderFieldProps {
  readonly value: string;
  /** Of other sessions. */
  readonly folders: readonly string[];
  readonly onChange: (folder: string) => void;
}

export function FolderField({ value, folders, onChange }: FolderFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useFoldersLike(isOpen ? value : undefined);
  const options = isOpen ? choicesFor(value, [...folders, ...found]) : [];
  const choose = (folder: string) => {
    onChange(folder);
    setActive(-1);
  };
  const onKeyDown = keysOf({ options, active, setOpen, setActive, choose });
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t("Folder")}
      </label>
      <Input
        id={id}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-folders`}
        aria-activedescendant={active >= 0 && active < options.length ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-help`}
        autoComplete="off"
        value={value}
        required
        spellCheck={false}
        placeholder="/home/me/project"
        onChange={(event) => {
          choose(event.target.value);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {options.length > 0 && (
        <FolderList
          id={id}
          options={options}
          active={active}
          onChoose={(folder) => {
            choose(folder);
            setOpen(false);
          }}
        />
      )}
      <p id={`${id}-help`} className="mt-1 text-xs text-muted">
        {t("On the gateway's machine.")}
      </p>
    </div>
  );
}

interface ListKeys {
  readonly options: readonly string[];
  readonly active: number;
  readonly setOpen: (isOpen: boolean) => void;
  readonly setActive: (index: number) => void;
  readonly choose: (folder: string) => void;
}

function keysOf({ options, active, setOpen, setActive, choose }: ListKeys) {
  return (event: KeyboardEvent) => {
    const next = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (next !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActive((Math.max(active, next < 0 ? 0 : -1) + next + options.length) % Math.max(1, options.length));
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) {
      event.preventDefault();
      // The next list is of what is in it.
      choose(`${chosen.replace(/\/$/u, "")}/`);
    } else if (event.key === "Escape" && options.length > 0) {
      // The list closes, and not the dialog.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
}

interface FolderListProps {
  /** Of the field. */
  readonly id: string;
  readonly options: readonly string[];
  readonly active: number;
  readonly onChoose: (folder: string) => void;
}

function FolderList({ id, options, active, onChoose }: FolderListProps) {
  return (
    <ul
      id={`${id}-folders`}
      role="listbox"
      aria-label={t("Folders")}
      className="absolute inset-x-0 z-10 mt-1 max-h-56 overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lift"
    >
      {options.map((folder, index) => (
        <li
          key={folder}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Not a click: the field would lose the focus, and the list with it.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(folder);
          }}
          className={`truncate px-2.5 py-1.5 text-sm pointer-coarse:py-2.5 ${index === active ? "bg-hover" : "hover:bg-hover"}`}
        >
          {folder}
        </li>
      ))}
    </ul>
  );
}

const MAX_CHOICES = 12;
const PAUSE_MS = 120;

function choicesFor(typed: string, folders: readonly string[]): readonly string[] {
  const begin = typed.trim().toLowerCase();
  const alike = folders.filter((folder) => folder.toLowerCase().startsWith(begin) && folder !== typed.trim());
  return [...new Set(alike)].slice(0, MAX_CHOICES);
}

function useFoldersLike(typed: string | undefined): readonly string[] {
  const { api } = usePage();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (typed === undefined || typed.trim() === "") return undefined;
    const lifetime = new AbortController();
    const show = (next: readonly string[]) => {
      if (!lifetime.signal.aborted) setFound(next);
    };
    const timer = setTimeout(() => {
      // What cannot be completed can still be typed.
      api.foldersLike(typed.trim()).then(show, () => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [api, typed]);
  return found;
}

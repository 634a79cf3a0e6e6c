/**
 * Finds words in the open session: Ctrl-F, as in any page. Only a few rows are drawn at a time, so the browser’s own would
 * find nothing else.
 */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { t } from "../language/t.ts";
import { useTextHits } from "../sessions/use-text-hits.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { IconButton } from "../ui/button.tsx";
import { focusComposer } from "../ui/keys/focus-composer.ts";
import { useMarkedWords } from "./use-marked-words.ts";

export default function FindBar({ sessionId }: { readonly sessionId: string }) {
  const isOpen = useShellState((state) => state.isFinding);
  return isOpen ? <Bar sessionId={sessionId} /> : null;
}

function Bar({ sessionId }: { readonly sessionId: string }) {
  const shell = useShell();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState("");
  const [index, setIndex] = useState(0);
  const { hits, isSearching } = useTextHits(search, sessionId);
  useMarkedWords(search);
  useEffect(() => field.current?.select(), []);
  // The last one is the nearest.
  const hit = hits[index];
  useEffect(() => {
    if (hit) shell.setState({ jump: { sessionId, seq: hit.seq } });
  }, [shell, sessionId, hit]);

  const close = () => {
    shell.setState({ isFinding: false });
    focusComposer();
  };
  const step = (by: 1 | -1) => {
    if (hits.length > 0) setIndex((index + by + hits.length) % hits.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <search className="flex h-10 shrink-0 items-center gap-1 border-b border-line bg-sunken px-3">
      <input
        ref={field}
        aria-label={t("Find in this session")}
        placeholder={t("Find in this session")}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
        className="h-7 min-w-0 flex-1 rounded-md border border-line bg-surface px-2 text-sm placeholder:text-faint"
      />
      <span role="status" className="w-20 text-center text-xs text-muted tabular-nums">
        {search.trim().length < 2
          ? ""
          : isSearching
            ? "…"
            : hits.length === 0
              ? t("Not found")
              : t("{index} of {count}", { index: index + 1, count: hits.length })}
      </span>
      <IconButton icon="send" label={t("Earlier")} onClick={() => step(1)} disabled={hits.length === 0} />
      <IconButton icon="down" label={t("Later")} onClick={() => step(-1)} disabled={hits.length === 0} />
      <IconButton icon="close" label={t("Close")} onClick={close} />
    </search>
  );
}

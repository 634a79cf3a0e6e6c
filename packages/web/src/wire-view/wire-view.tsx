/**
 * The session's messages as they were on the wire: filtered, opened, exported, replayed.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { useAction } from "../ui/hooks/use-action.ts";
import { IconButton } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { saveFile } from "../ui/save-file.ts";
import type { FeedRecord } from "../wire/feed.ts";
import { type SessionRecords, useRecords } from "./session-records.ts";
import { createWireLines, filterLines, type WireFilter, type WireLine } from "./wire-lines.ts";
import { WireRow } from "./wire-row.tsx";

export default function WireView() {
  const records = useRecords();
  return records ? <Messages records={records} /> : null;
}

const WAYS: readonly { readonly value: WireFilter["way"]; readonly name: string }[] = [
  { value: "", name: phrase("All directions") },
  { value: "client", name: phrase("To the agent") },
  { value: "agent", name: phrase("From the agent") },
  { value: "sent", name: phrase("To servers") },
  { value: "received", name: phrase("From servers") },
  { value: "tenon", name: phrase("Tenon events") },
];

const PROTOCOLS = [
  { value: "", name: phrase("ACP and MCP") },
  { value: "acp", name: "ACP" },
  { value: "mcp", name: "MCP" },
];

function Messages({ records }: { readonly records: SessionRecords }) {
  const page = usePage();
  const shell = useShell();
  const { id } = useOpenSession();
  const search = useShellState((state) => state.wireSearch);
  const [filter, setFilter] = useState<Omit<WireFilter, "search">>({ protocol: "", way: "", method: "" });
  const { isRunning, error, run } = useAction();
  const count = useStore(records.store, (state) => state.count);
  const { lines, methods, servers } = useLines(records.list, count, { ...filter, search });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="space-y-1.5 border-b border-line px-3 py-2">
        <div className="flex items-center gap-1">
          <Input
            type="search"
            aria-label={t("Search messages")}
            placeholder={t("Search messages")}
            value={search}
            onChange={(event) => shell.setState({ wireSearch: event.target.value })}
          />
          <IconButton icon="play" label={t("Replay")} onClick={() => shell.setState({ replaying: id })} />
          <IconButton
            icon="download"
            label={t("Export as JSON Lines")}
            disabled={isRunning}
            onClick={() => run(() => page.api.export(id).then(saveFile))}
          />
          <Problem text={error} />
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <Filters filter={filter} methods={methods} servers={servers} onChange={setFilter} />
          <span role="status" className="ml-auto text-xs text-muted tabular-nums">
            {t({ one: "1 message", other: "{count} messages" }, { count: lines.length })}
          </span>
        </div>
      </div>
      <List lines={lines} />
    </div>
  );
}

interface FiltersProps {
  readonly filter: Omit<WireFilter, "search">;
  readonly methods: readonly string[];
  readonly servers: readonly string[];
  readonly onChange: (filter: Omit<WireFilter, "search">) => void;
}

function Filters({ filter, methods, servers, onChange }: FiltersProps) {
  const { protocol, way, method } = filter;
  return (
    <>
      <QuietSelect
        label={t("Protocol")}
        value={protocol}
        choices={[
          ...PROTOCOLS.map(({ value, name }) => ({ value, name: t(name) })),
          ...servers.map((name) => ({ value: `mcp ${name}`, name: `MCP: ${name}` })),
        ]}
        isNotable={protocol !== ""}
        onChoose={(value) => onChange({ ...filter, protocol: value })}
      />
      <QuietSelect
        label={t("Direction")}
        value={way}
        choices={WAYS.map(({ value, name }) => ({ value, name: t(name) }))}
        isNotable={way !== ""}
        onChoose={(value) => onChange({ ...filter, way: WAYS.find((known) => known.value === value)?.value ?? "" })}
      />
      <QuietSelect
        label={t("Method")}
        value={method}
        choices={[{ value: "", name: t("All methods") }, ...methods.map((name) => ({ value: name, name }))]}
        isNotable={method !== ""}
        onChoose={(value) => onChange({ ...filter, method: value })}
      />
    </>
  );
}

const END_PX = 30;

function List({ lines }: { readonly lines: readonly WireLine[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((seq: number) => {
    setOpen((before) => new Set(before.has(seq) ? [...before].filter((other) => other !== seq) : [...before, seq]));
  }, []);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => lines[index]?.record.seq ?? index, [lines]),
    estimateSize: () => 29,
    overscan: 12,
    directDomUpdates: true,
  });
  // What is new is at the end: it opens there, and stays until the person scrolls away.
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && lines.length > 0) virtualizer.scrollToIndex(lines.length - 1, { align: "end" });
  }, [virtualizer, lines.length]);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={t("Messages")}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX;
      }}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <ol ref={virtualizer.containerRef} className="relative w-full">
        {virtualizer.getVirtualItems().map(({ key, index }) => {
          const line = lines[index];
          return (
            line && (
              <WireRow
                key={key}
                line={line}
                index={index}
                isOpen={open.has(line.record.seq)}
                onToggle={toggle}
                measure={virtualizer.measureElement}
              />
            )
          );
        })}
      </ol>
    </div>
  );
}

function useLines(records: readonly FeedRecord[], count: number, { protocol, way, method, search }: WireFilter) {
  const [all] = useState(createWireLines);
  return useMemo(() => {
    // The array grows in place: `count` is what changes.
    if (count > 0) all.extend(records);
    return {
      lines: [...filterLines(all.list, { protocol, way, method, search })],
      methods: [...all.methods].toSorted(),
      servers: [...all.servers].toSorted(),
    };
  }, [all, records, count, protocol, way, method, search]);
}

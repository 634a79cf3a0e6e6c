/**
 * The messages with the MCP server for a call, with times.
 */

import type { ToolCallEntry } from "@tenon/timeline";
import { useMemo } from "react";

import { duration, t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { useUnfolded } from "../open-session/unfolded-rows.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import type { FeedRecord } from "../wire/feed.ts";
import { createWireLines, type WireLine } from "../wire-view/wire-lines.ts";
import { ValueTree } from "../content/value-tree.tsx";
import { visibleText } from "../ui/words/visible-text.ts";

export function CallExchange({ entry }: { readonly entry: ToolCallEntry }) {
  const records = useSession((state) => state.exchange(entry.toolCallId));
  return records ? <Exchange entry={entry} records={records} /> : null;
}

interface ExchangeProps {
  readonly entry: ToolCallEntry;
  readonly records: readonly FeedRecord[];
}

function Exchange({ entry, records }: ExchangeProps) {
  const [isOpen, setOpen] = useUnfolded(`${entry.key} exchange`);
  const lines = useMemo(() => linesOf(records), [records]);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  const isAnswered = last.way === "received" && (last.kind === "answer" || last.kind === "error");
  return (
    <section aria-label={t("MCP exchange")} className="text-xs">
      <Disclosure
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        className="gap-1.5 text-muted pointer-coarse:min-h-9"
      >
        {t("MCP exchange with {server}", { server: visibleText(first.server ?? "") })}
        {isAnswered && <span className="tabular-nums">{duration(last.record.at - first.record.at)}</span>}
      </Disclosure>
      {isOpen && (
        <ol className="mt-1.5 space-y-1">
          {lines.map((line) => (
            <Step key={line.record.seq} line={line} began={first.record.at} entryKey={entry.key} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface StepProps {
  readonly line: WireLine;
  readonly began: number;
  readonly entryKey: string;
}

function Step({ line, began, entryKey }: StepProps) {
  const { record, way, method, kind, message } = line;
  const [isOpen, setOpen] = useUnfolded(`${entryKey} exchange ${record.seq}`);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-baseline gap-2 rounded px-1 text-left font-mono hover:bg-hover pointer-coarse:min-h-9"
      >
        <span className={way === "sent" ? "text-accent" : "text-ok"}>
          <span aria-hidden="true">{way === "sent" ? "⇢" : "⇠"}</span>
          <span className="sr-only">{way === "sent" ? t("sent") : t("received")}</span>
        </span>
        <span className={`min-w-0 flex-1 truncate ${kind === "error" ? "text-bad" : ""}`}>
          {visibleText(method)}
          {(kind === "answer" || kind === "error") && (
            <span className="text-muted"> {kind === "error" ? t("error") : t("answer")}</span>
          )}
        </span>
        <span className="shrink-0 text-muted tabular-nums">+{duration(record.at - began)}</span>
      </button>
      {isOpen && (
        <div className="mt-1 ml-5">
          <ValueTree value={message} label={`${way === "sent" ? t("sent") : t("received")} ${method}`} />
        </div>
      )}
    </li>
  );
}

function linesOf(records: readonly FeedRecord[]): readonly WireLine[] {
  const lines = createWireLines();
  lines.extend(records);
  return lines.list;
}

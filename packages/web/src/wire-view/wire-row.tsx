import { memo } from "react";

import { languageTag, phrase, size, t } from "../language/t.ts";
import { ValueTree } from "../content/value-tree.tsx";
import { visibleText } from "../ui/words/visible-text.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import type { WireLine } from "./wire-lines.ts";

interface WireRowProps {
  readonly line: WireLine;
  readonly index: number;
  readonly isOpen: boolean;
  readonly onToggle: (seq: number) => void;
  readonly measure: (element: HTMLElement | null) => void;
}

const DIRECTIONS = {
  client: { sign: "→", words: phrase("to the agent"), look: "text-accent" },
  agent: { sign: "←", words: phrase("from the agent"), look: "text-ok" },
  sent: { sign: "⇢", words: phrase("to a server"), look: "text-accent" },
  received: { sign: "⇠", words: phrase("from a server"), look: "text-ok" },
  tenon: { sign: "·", words: phrase("event of Tenon"), look: "text-muted" },
} as const;

/** One message: a line that opens its JSON. */
export const WireRow = memo(function WireRow({ line, index, isOpen, onToggle, measure }: WireRowProps) {
  const { record, way, message, method, about, kind, id, text } = line;
  const direction = DIRECTIONS[way];
  // Which update it is says more than that it is one, and leaves room for the title of the call.
  const isUpdate = method === "session/update" && about !== "";
  return (
    <li ref={measure} data-index={index} className="absolute top-0 left-0 w-full border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(record.seq)}
        className="flex min-h-7 w-full items-center gap-2 px-3 text-left font-mono text-xs hover:bg-hover pointer-coarse:min-h-10"
      >
        <span className={`w-3 shrink-0 text-center ${direction.look}`}>
          <span aria-hidden="true">{direction.sign}</span>
          <span className="sr-only">{t(direction.words)}</span>
        </span>
        <span className="shrink-0 text-faint tabular-nums">{preciseTime(record.at)}</span>
        <span className={`min-w-0 flex-1 truncate ${kind === "error" ? "text-bad" : ""}`}>
          {!isUpdate && visibleText(method)}
          {about !== "" && <span className={isUpdate ? "" : "text-muted"}> {visibleText(about)}</span>}
          {kind === "answer" && <span className="text-muted"> {t("answer")}</span>}
          {kind === "error" && <span> {t("error")}</span>}
        </span>
        {id !== undefined && <span className="max-w-16 shrink-0 truncate text-muted">#{id}</span>}
        <span className="w-17 shrink-0 text-right text-muted tabular-nums">{size(text().length)}</span>
      </button>
      {isOpen && (
        <div className="relative bg-surface px-3 py-2">
          <CopyButton label={t("Copy as JSON")} text={text()} className="float-right" />
          <ValueTree value={message} label={t("Message {seq}", { seq: record.seq })} />
        </div>
      )}
    </li>
  );
});

function preciseTime(at: number): string {
  return new Date(at).toLocaleTimeString(languageTag(), {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
  });
}

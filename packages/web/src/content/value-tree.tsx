/**
 * A JSON value as a tree; large members are folded.
 */

import { isObject } from "@tenon/basis";
import { type ReactNode, useState } from "react";

import { t } from "../language/t.ts";
import { visibleText } from "../ui/words/visible-text.ts";

interface ValueTreeProps {
  readonly value: unknown;
  /** For screen readers. */
  readonly label: string;
}

const MAX_TEXT_LENGTH = 600;
const FIRST_MEMBERS = 60;
/** Smaller members are open from the start. */
const OPEN_MEMBERS = 8;
const OPEN_DEPTH = 2;

export function ValueTree({ value, label }: ValueTreeProps) {
  return (
    <div role="group" aria-label={label} className="font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
      {isNested(value) ? <Members value={value} depth={0} /> : <Leaf value={value} />}
    </div>
  );
}

/** A value whose content is already shown in another form. */
export function FoldedTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted hover:text-text">{label}</summary>
      <div className="mt-1.5">
        <ValueTree value={value} label={label} />
      </div>
    </details>
  );
}

type Nested = readonly unknown[] | Readonly<Record<string, unknown>>;

function Members({ value, depth }: { readonly value: Nested; readonly depth: number }) {
  const [most, setMost] = useState(FIRST_MEMBERS);
  const members = Object.entries(value);
  return (
    <>
      {members.slice(0, most).map(([name, member]) => (
        <Member key={name} name={name} value={member} depth={depth} />
      ))}
      {members.length === 0 && (
        <span className="text-faint">{Array.isArray(value) ? t("empty array") : t("empty object")}</span>
      )}
      {members.length > most && (
        <More onPress={() => setMost(most * 4)}>{t("{count} more", { count: members.length - most })}</More>
      )}
    </>
  );
}

function Member(props: { readonly name: string; readonly value: unknown; readonly depth: number }) {
  const { name, value, depth } = props;
  const size = isNested(value) ? Object.keys(value).length : 0;
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH && size <= OPEN_MEMBERS);
  if (!isNested(value) || size === 0) {
    return (
      <div className="flex gap-2">
        <span className="shrink-0 text-muted">{visibleText(name)}</span>
        <span className="min-w-0">
          {isNested(value) ? (
            <span className="text-faint">{Array.isArray(value) ? "[]" : "{}"}</span>
          ) : (
            <Leaf value={value} />
          )}
        </span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded text-left text-muted hover:text-text"
      >
        {visibleText(name)} <span className="text-faint">{formatSize(value, size)}</span>
      </button>
      {isOpen && (
        <div className="ml-1 border-l border-line pl-3">
          <Members value={value} depth={depth + 1} />
        </div>
      )}
    </div>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  const [isWhole, setWhole] = useState(false);
  if (typeof value !== "string") return <span className="text-accent">{String(value)}</span>;
  if (value === "") return <span className="text-faint">{t("empty")}</span>;
  const isLong = value.length > MAX_TEXT_LENGTH;
  return (
    <>
      <span className="whitespace-pre-wrap">
        {visibleText(isLong && !isWhole ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value)}
      </span>
      {isLong && !isWhole && (
        <More onPress={() => setWhole(true)}>{t("all {count} characters", { count: value.length })}</More>
      )}
    </>
  );
}

function More({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" onClick={onPress} className="ml-1 rounded text-accent hover:underline">
      {children}
    </button>
  );
}

function isNested(value: unknown): value is Nested {
  return Array.isArray(value) || isObject(value);
}

function formatSize(value: Nested, size: number): string {
  return Array.isArray(value) ? `[${size}]` : `{${size}}`;
}

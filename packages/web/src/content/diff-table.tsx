/**
 * A diff, split or unified, with changed words marked. A large one is shown on a click.
 */

import { useMemo, useState } from "react";
import { Decoration, Diff, Hunk, markEdits, tokenize } from "react-diff-view";

import { t } from "../language/t.ts";
import { type Comparison, makeHunks } from "./make-hunks.ts";
import { visibleText } from "../ui/visible-text.ts";

interface DiffTableProps {
  readonly path: string;
  /** Undefined if the file is new. */
  readonly oldText: string | undefined;
  readonly newText: string;
}

const FOLDED_FROM = 300;
const MARKED_UP_TO = 2_000;
const COMPARED_UP_TO = 2_000_000;

export default function DiffTable({ path, oldText, newText }: DiffTableProps) {
  const [view, setView] = useState<"split" | "unified">("unified");
  const [isShown, setShown] = useState<boolean>();
  const comparison = useMemo(() => compare(oldText ?? "", newText), [oldText, newText]);
  const isNew = oldText === undefined;
  const size = comparison ? comparison.added + comparison.removed : 0;
  const isOpen = isShown ?? size <= FOLDED_FROM;
  return (
    <>
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-xs">
        <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">{visibleText(path)}</span>
        {isNew && <span className="text-muted">{t("new file")}</span>}
        {comparison && (
          <span className="tabular-nums">
            <span className="text-ok">+{comparison.added}</span> <span className="text-bad">−{comparison.removed}</span>
          </span>
        )}
        {comparison && isOpen && !isNew && (
          <Toggle onPress={() => setView(view === "split" ? "unified" : "split")}>
            {view === "split" ? t("Unified") : t("Side by side")}
          </Toggle>
        )}
        {comparison && size > FOLDED_FROM && (
          <Toggle onPress={() => setShown(!isOpen)}>
            {isOpen ? t("Fold") : t({ one: "Show 1 line", other: "Show {count} lines" }, { count: size })}
          </Toggle>
        )}
      </figcaption>
      {!comparison && <Whole text={newText} />}
      {comparison && isOpen && <Table comparison={comparison} view={view} isNew={isNew} />}
    </>
  );
}

interface TableProps {
  readonly comparison: Comparison;
  readonly view: "split" | "unified";
  readonly isNew: boolean;
}

function Table({ comparison, view, isNew }: TableProps) {
  const hunks = useMemo(() => [...comparison.hunks], [comparison]);
  const tokens = useMemo(() => {
    const isMarked = comparison.added + comparison.removed <= MARKED_UP_TO;
    return isMarked ? tokenize(hunks, { enhancers: [markEdits(hunks, { type: "block" })] }) : null;
  }, [hunks, comparison]);
  if (hunks.length === 0) return <p className="px-3 py-2 text-xs text-muted">{t("No changes.")}</p>;
  return (
    <div className="max-h-[32rem] overflow-auto" tabIndex={0} role="region" aria-label={t("Difference")}>
      <Diff
        viewType={view}
        diffType={isNew ? "add" : "modify"}
        hunks={hunks}
        tokens={tokens}
        className={`diff-${view}`}
        optimizeSelection
      >
        {(drawn) =>
          drawn.flatMap((hunk, index) => [
            ...(index > 0 ? [<Gap key={`gap ${hunk.content}`} />] : []),
            <Hunk key={hunk.content} hunk={hunk} />,
          ])
        }
      </Diff>
    </div>
  );
}

function Gap() {
  return (
    <Decoration>
      <div className="border-y border-line bg-sunken px-3 text-center text-xs text-faint select-none">⋯</div>
    </Decoration>
  );
}

function Whole({ text }: { readonly text: string }) {
  return (
    <div>
      <p className="px-3 pt-2 text-xs text-muted">{t("Too large to compare. New text:")}</p>
      <pre className="max-h-96 overflow-auto px-3 py-2 font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
        {visibleText(text.slice(0, COMPARED_UP_TO))}
      </pre>
    </div>
  );
}

function Toggle({ onPress, children }: { readonly onPress: () => void; readonly children: string }) {
  return (
    <button type="button" onClick={onPress} className="rounded text-muted hover:text-text hover:underline">
      {children}
    </button>
  );
}

function compare(oldText: string, newText: string): Comparison | undefined {
  if (oldText.length + newText.length > COMPARED_UP_TO) return undefined;
  return makeHunks(visibleText(oldText), visibleText(newText));
}

/**
 * A diff, split or unified, in the colours of its language, with changed words marked. A large one is shown on a click.
 */

import { useMemo, useState } from "react";
import { Decoration, Diff, Hunk, type TokenNode } from "react-diff-view";

import { t } from "../language/t.ts";
import { useColours } from "../markdown/use-colours.ts";
import { diffTokens } from "./diff-tokens.ts";
import { type Comparison, makeHunks } from "./make-hunks.ts";
import { visibleText } from "../ui/words/visible-text.ts";

interface DiffTableProps {
  readonly path: string;
  /** The session's: a path in it is shown from there. */
  readonly folder: string | undefined;
  /** Undefined if the file is new. */
  readonly oldText: string | undefined;
  readonly newText: string;
}

const FOLDED_FROM = 300;
/** More lines than this scroll in a box of their own. */
const BOXED_FROM = 40;
const MARKED_UP_TO = 2_000;
const COMPARED_UP_TO = 2_000_000;

export default function DiffTable({ path, folder, oldText, newText }: DiffTableProps) {
  const [view, setView] = useState<"split" | "unified">("unified");
  const [isShown, setShown] = useState<boolean>();
  const comparison = useMemo(() => compare(oldText ?? "", newText), [oldText, newText]);
  const isNew = oldText === undefined;
  const size = comparison ? comparison.added + comparison.removed : 0;
  const isOpen = isShown ?? size <= FOLDED_FROM;
  return (
    <>
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-xs">
        <span title={visibleText(path)} className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
          {visibleText(pathWithin(folder, path))}
        </span>
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
      {comparison && isOpen && <Table comparison={comparison} view={view} {...{ path, oldText, newText }} />}
    </>
  );
}

interface TableProps extends Omit<DiffTableProps, "folder"> {
  readonly comparison: Comparison;
  readonly view: "split" | "unified";
}

function Table({ comparison, view, path, oldText, newText }: TableProps) {
  const hunks = useMemo(() => [...comparison.hunks], [comparison]);
  const language = path.split(".").at(-1) ?? "";
  const before = useColours(visibleText(oldText ?? ""), language);
  const after = useColours(visibleText(newText), language);
  const tokens = useMemo(() => {
    const isMarked = comparison.added + comparison.removed <= MARKED_UP_TO;
    return isMarked ? diffTokens(hunks, { old: before, new: after }) : null;
  }, [hunks, comparison, before, after]);
  const isBoxed = hunks.reduce((sum, { changes }) => sum + changes.length, 0) > BOXED_FROM;
  if (hunks.length === 0) return <p className="px-3 py-2 text-xs text-muted">{t("No changes.")}</p>;
  return (
    <div
      className="overflow-auto"
      {...(isBoxed && {
        className: "max-h-[32rem] overflow-auto",
        tabIndex: 0,
        role: "region",
        "aria-label": t("Difference"),
      })}
    >
      <Diff
        viewType={view}
        diffType={oldText === undefined ? "add" : "modify"}
        renderToken={drawPart}
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

function drawPart({ value, colour, isEdit }: TokenNode, _default: unknown, index: number) {
  return (
    <span
      key={index}
      {...(isEdit === true && { className: "diff-code-edit" })}
      {...(typeof colour === "string" && { style: { color: colour } })}
    >
      {String(value)}
    </span>
  );
}

/** Relative to the folder if it is in it. */
function pathWithin(folder: string | undefined, path: string): string {
  const root = folder?.replace(/[/\\]+$/u, "");
  return root && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`)) ? path.slice(root.length + 1) : path;
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

/**
 * Keyboard navigation: j, k and the arrows move the focus from row to row; g, G, Home and End go to the ends.
 */

import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { isTyping } from "../ui/keys/is-typing.ts";
import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";

interface RowKeysOptions {
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLElement>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  /** Of earlier parts: when more are read, the current row stays the same one. */
  readonly olderRows: number;
  /** Another row is about to be shown. */
  readonly onLeave: () => void;
  /** Reads the session from its first row on, if it has not been read. */
  readonly loadFirst: (() => Promise<void>) | undefined;
}

export function useRowKeys({ virtualizer, scroller, rowCount, olderRows, onLeave, loadFirst }: RowKeysOptions) {
  /** Less `olderRows`. */
  const [row, setRow] = useState<number>();
  const current = row === undefined ? -1 : row + olderRows;
  const wanted = useRef<number>(undefined);

  const focusWanted = () => {
    if (wanted.current === undefined) return;
    const selector = `[data-index="${wanted.current + olderRows}"]`;
    const row = scroller.current?.querySelector<HTMLElement>(selector);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  };
  // The row may have to be drawn before it can be focused.
  useEffect(focusWanted);

  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const inTimeline = scroller.current?.contains(document.activeElement) === true;
    const isElsewhere = !inTimeline && document.activeElement !== document.body;
    // With the focus elsewhere, only g and G are for the timeline.
    if ((isElsewhere && !/^g$/iu.test(event.key)) || rowCount === 0) return;
    if (event.key === "Enter") return unfold(event);
    const target = targetOf(event.key, current < 0 ? rowCount : current, rowCount);
    if (target === undefined) return;
    event.preventDefault();
    onLeave();
    // Rows that have come are drawn in the next frame.
    if (target === 0 && loadFirst) void loadFirst().then(() => requestAnimationFrame(goToFirst), goToFirst);
    else goTo(target);
  });
  const goToFirst = useEffectEvent(() => goTo(0));

  return { current, moveTo: useCallback((index: number) => setRow(index - olderRows), [olderRows]) };

  function goTo(index: number): void {
    wanted.current = index - olderRows;
    setRow(index - olderRows);
    virtualizer.scrollToIndex(index, { align: "auto" });
    // The current row does not render again, so its effect does not focus it.
    if (index === current) focusWanted();
  }
}

/** Enter on a row does what a click on it would. */
function unfold(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement) || event.target.dataset["index"] === undefined) return;
  event.preventDefault();
  event.target.querySelector<HTMLElement>("[aria-expanded], summary")?.click();
}

function targetOf(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case "j":
    case "ArrowDown":
      return Math.min(count - 1, current + 1);
    case "k":
    case "ArrowUp":
      return Math.max(0, current - 1);
    case "g":
    case "Home":
      return 0;
    case "G":
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

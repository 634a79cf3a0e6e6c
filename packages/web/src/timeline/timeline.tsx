/**
 * The timeline of the open session: as many rows as fit on the screen, whatever its length.
 *
 * The law: scrolled to the end, it stays there while more comes; anywhere else, new rows do not move what is read, neither
 * below nor above it.
 */

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from "react";

import { t } from "../language/t.ts";
import type { QueueState } from "../page/prompt-queue.ts";
import { usePage } from "../page/page-context.ts";
import { entryOf } from "../wire/with-entry.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { BelowButton } from "./below-button.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import { WorkingLine } from "./working-line.tsx";
import { useJump } from "./use-jump.ts";
import { useFollow } from "./use-follow.ts";
import { useRowKeys } from "./use-row-keys.ts";

export function Timeline() {
  const { id, loadEarlier } = useOpenSession();
  const rowCount = useSession((state) => state.rowCount);
  const olderRows = useSession((state) => state.olderRows);
  const isWhole = useSession((state) => state.start <= 1);
  const isLoading = useSession((state) => state.isLoadingEarlier);
  const scroller = useRef<HTMLDivElement>(null);
  const follow = useFollow(scroller);
  const virtualizer = useRowVirtualizer(scroller, rowCount, follow.settle);
  useEarlier(virtualizer, isWhole ? undefined : loadEarlier);
  const { current, moveTo } = useRowKeys({
    virtualizer,
    scroller,
    rowCount,
    olderRows,
    onLeave: follow.release,
    loadFirst: isWhole || !loadEarlier ? undefined : () => loadEarlier(1),
  });
  useOwnPrompts(id, follow.toEnd);
  const shown = useJump({ sessionId: id, virtualizer, onJump: follow.release });

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="feed"
        aria-label={t("Timeline")}
        aria-busy={isLoading}
        tabIndex={-1}
        data-testid="timeline"
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus:outline-none"
      >
        <div>
          <div ref={virtualizer.containerRef} className="relative w-full">
            {!isWhole && <Earlier />}
            {virtualizer.getVirtualItems().map(({ key, index }) => (
              <TimelineRow
                key={key}
                index={index}
                count={isWhole ? rowCount : UNKNOWN}
                isCurrent={index === current}
                isShown={shown !== undefined && index === shown + olderRows}
                measure={virtualizer.measureElement}
                onFocus={moveTo}
              />
            ))}
          </div>
          <WorkingLine sessionId={id} />
        </div>
      </div>
      {follow.isFar && <BelowButton onPress={follow.toEnd} />}
    </div>
  );
}

function useRowVirtualizer(scroller: RefObject<HTMLDivElement | null>, rowCount: number, onResize: () => void) {
  const { store } = useOpenSession();
  const height = useRef(0);
  return useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rowCount,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => store.getState().row(index)?.key ?? index, [store]),
    estimateSize: useCallback((index: number) => ESTIMATES[store.getState().row(index)?.type ?? ""] ?? 60, [store]),
    overscan: 6,
    paddingStart: 24,
    paddingEnd: 16,
    anchorTo: "end",
    // Never: the end is followed by useFollow, which knows what the person did.
    scrollEndThreshold: -1,
    directDomUpdates: true,
    // In the same frame: an observer of the whole content hears of it in the next one, when it has been drawn elsewhere.
    onChange(instance) {
      if (instance.getTotalSize() === height.current) return;
      height.current = instance.getTotalSize();
      onResize();
    },
  });
}

/** What `aria-setsize` says where the number of entries is not known. */
const UNKNOWN = -1;
/** Rows from the top at which the part before them is read. */
const NEAR_TOP = 15;

/** Reads the earlier part of the session when the person gets near it, or when there is too little to scroll. */
function useEarlier(
  virtualizer: Virtualizer<HTMLDivElement, HTMLElement>,
  loadEarlier: (() => Promise<void>) | undefined,
): void {
  const first = virtualizer.getVirtualItems()[0]?.index ?? 0;
  const { count } = virtualizer.options;
  useEffect(() => {
    if (!loadEarlier || first >= NEAR_TOP) return;
    const look = () => {
      // What cannot be read now is tried again with the next scroll.
      if ((virtualizer.range?.startIndex ?? NEAR_TOP) < NEAR_TOP) loadEarlier().catch(() => {});
    };
    // It is drawn at its beginning before it is scrolled to its end.
    requestAnimationFrame(() => requestAnimationFrame(look));
  }, [virtualizer, first, count, loadEarlier]);
}

/** In the space above the first row, so that it moves nothing when it goes. */
function Earlier() {
  return (
    <p aria-hidden="true" className="absolute inset-x-0 top-0 h-6 text-center text-xs leading-6 text-faint">
      {t("Loading earlier entries…")}
    </p>
  );
}

/** What is sent from here is shown, wherever the timeline was scrolled to. */
function useOwnPrompts(sessionId: string, onSent: () => void): void {
  const { prompts } = usePage();
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    const count = ({ bySession }: QueueState) => entryOf(bySession, sessionId)?.length ?? 0;
    return prompts.store.subscribe((now, before) => {
      if (count(now) > count(before)) sent();
    });
  }, [prompts, sessionId]);
}

/** Heights until a row is measured. */
const ESTIMATES: Readonly<Record<string, number>> = {
  "user-message": 72,
  "agent-message": 140,
  thought: 36,
  "tool-call": 52,
  plan: 140,
};

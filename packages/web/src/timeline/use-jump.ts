/**
 * Shows the entry that a link or a search result names.
 */

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { useOpenSession } from "../open-session/session-context.ts";
import { seqOf } from "../shell/session-path.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";

interface JumpOptions {
  readonly sessionId: string;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLElement>;
  /** Before the timeline moves. */
  readonly onJump: () => void;
}

const SHOWN_MS = 2_500;

/** The row that was jumped to, for a moment: its index, less those of earlier parts. */
export function useJump({ sessionId, virtualizer, onJump }: JumpOptions): number | undefined {
  const shell = useShell();
  const { store, loadEarlier } = useOpenSession();
  const jump = useShellState((state) => state.jump);
  const [row, setRow] = useState<number>();
  const wanted = useRef<number>(undefined);
  const show = useEffectEvent((seq: number) => {
    if (wanted.current !== seq) return;
    const { rowAt, olderRows } = store.getState();
    const index = rowAt(seq);
    onJump();
    setRow(index - olderRows);
    virtualizer.scrollToIndex(index, { align: "center" });
  });
  const find = useEffectEvent(async (seq: number) => {
    wanted.current = seq;
    onJump();
    if (seq < store.getState().start) await loadEarlier?.(seq);
    // The timeline goes to its end first, and draws the rows that have come.
    requestAnimationFrame(() => show(seq));
  });

  useEffect(() => {
    const seq = seqOf(location.hash);
    if (seq !== undefined) shell.setState({ jump: { sessionId, seq } });
  }, [shell, sessionId]);
  useEffect(() => {
    if (jump?.sessionId !== sessionId) return;
    shell.setState({ jump: undefined });
    // What cannot be read now is not shown: the banner says that the connection is lost.
    void find(jump.seq).catch(() => {});
  }, [shell, jump, sessionId]);
  useEffect(() => {
    if (row === undefined) return undefined;
    const timer = setTimeout(() => setRow(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [row]);
  return row;
}

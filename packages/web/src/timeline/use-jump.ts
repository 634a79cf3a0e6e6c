/**
 * Shows the entry that a link or a search result names.
 */

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useState } from "react";

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

/** The row that was jumped to, for a moment. */
export function useJump({ sessionId, virtualizer, onJump }: JumpOptions): number | undefined {
  const shell = useShell();
  const { store } = useOpenSession();
  const jump = useShellState((state) => state.jump);
  const [row, setRow] = useState<number>();
  const show = useEffectEvent((seq: number) => {
    onJump();
    const index = store.getState().rowAt(seq);
    setRow(index);
    virtualizer.scrollToIndex(index, { align: "center" });
  });

  useEffect(() => {
    const seq = seqOf(location.hash);
    if (seq !== undefined) shell.setState({ jump: { sessionId, seq } });
  }, [shell, sessionId]);
  useEffect(() => {
    if (jump?.sessionId !== sessionId) return;
    shell.setState({ jump: undefined });
    // The timeline has gone to its end first.
    requestAnimationFrame(() => show(jump.seq));
  }, [shell, jump, sessionId]);
  useEffect(() => {
    if (row === undefined) return undefined;
    const timer = setTimeout(() => setRow(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [row]);
  return row;
}

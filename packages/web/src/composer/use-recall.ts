/**
 * ↑ in an empty composer brings back the last prompt, again the one before it; ↓ the way back to what was being written.
 */

import { type KeyboardEvent, useRef } from "react";

import { promptTexts } from "../open-session/prompts-of.ts";
import { useOpenSession } from "../open-session/session-context.ts";

interface RecallOptions {
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function useRecall({ text, setText }: RecallOptions) {
  const { store, loadEarlier } = useOpenSession();
  const recalled = useRef<{ readonly index: number; readonly text: string }>(undefined);

  return {
    /** True if the key was for this. */
    onKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
      if ((key !== "ArrowUp" && key !== "ArrowDown") || altKey || ctrlKey || metaKey || shiftKey) return false;
      const last = recalled.current?.text === text ? recalled.current.index : undefined;
      if (text !== "" && last === undefined) return false;
      const index = (last ?? -1) + (key === "ArrowUp" ? 1 : -1);
      const prompts = promptTexts(store.getState());
      const prompt = prompts[index];
      // Before it is asked for; what cannot be read now is tried again with the next key.
      if (index >= prompts.length - 1) loadEarlier?.().catch(() => {});
      if (index >= 0 && prompt === undefined) return true;
      if (index < 0 && last === undefined) return false;
      recalled.current = { index, text: prompt ?? "" };
      setText(prompt ?? "");
      return true;
    },
  };
}

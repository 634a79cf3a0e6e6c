import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** Unsent text of a session, kept over reloads and session changes. */
export function useDraft(sessionId: string): readonly [string, Dispatch<SetStateAction<string>>] {
  const key = `tenon.draft.${sessionId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  useEffect(() => {
    try {
      if (text === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Storage is full: the draft is only on the screen.
    }
  }, [key, text]);
  return [text, setText];
}

import { useEffect, useState } from "react";

import type { Question } from "../wire/questions.ts";

const MOMENT_MS = 350;

/** It has been on the screen for a moment, and is still. */
export function useIsReady(question: Question, isShown: boolean): boolean {
  const [ready, setReady] = useState<Question>();
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setReady(question), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setReady(undefined);
    };
  }, [question, isShown]);
  return ready === question;
}

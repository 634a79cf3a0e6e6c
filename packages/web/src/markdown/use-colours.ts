import { useEffect, useState } from "react";

import { type CodeLine, useHighlighter } from "./highlighter.ts";

/** The tokens of code, once they are known; of code that is still being written, none. */
export function useColours(code: string, language: string, isDone = true): readonly CodeLine[] | undefined {
  const highlighter = useHighlighter();
  const [found, setFound] = useState<{ readonly code: string; readonly lines: readonly CodeLine[] }>();
  const known = isDone ? highlighter.known(code, language) : undefined;
  useEffect(() => {
    if (!isDone || known) return undefined;
    const lifetime = new AbortController();
    void highlighter.highlight(code, language).then((lines) => {
      if (lines && !lifetime.signal.aborted) setFound({ code, lines });
    });
    return () => lifetime.abort();
  }, [highlighter, code, language, isDone, known]);
  return known ?? (found?.code === code ? found.lines : undefined);
}

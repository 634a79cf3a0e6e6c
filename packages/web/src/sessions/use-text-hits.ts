/**
 * Where words are in all sessions, or in one.
 */

import { useEffect, useState } from "react";

import { usePage } from "../page/page-context.ts";
import type { TextHit } from "../wire/api.ts";

const PAUSE_MS = 250;
const MIN_LENGTH = 2;

export interface TextHits {
  readonly hits: readonly TextHit[];
  /** Not answered yet. */
  readonly isSearching: boolean;
}

const NONE: TextHits = { hits: [], isSearching: false };

export function useTextHits(search: string, sessionId?: string): TextHits {
  const page = usePage();
  const text = search.trim();
  const [found, setFound] = useState<TextHits & { readonly text: string }>({ ...NONE, text: "" });
  useEffect(() => {
    if (text.length < MIN_LENGTH) return undefined;
    const lifetime = new AbortController();
    const timer = setTimeout(() => {
      page.api.search(text, sessionId).then(
        (hits) => !lifetime.signal.aborted && setFound({ hits, isSearching: false, text }),
        // A banner shows a lost connection.
        () => !lifetime.signal.aborted && setFound({ ...NONE, text }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [page, text, sessionId]);
  if (text.length < MIN_LENGTH) return NONE;
  // The last answer stays until the next one comes.
  return found.text === text ? found : { hits: found.hits, isSearching: true };
}

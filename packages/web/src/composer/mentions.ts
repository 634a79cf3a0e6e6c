/**
 * `@` and a part of a name: files of the session's folder, and resources of its servers.
 */

import { objectOf, readArray, stringOf } from "@tenon/basis";
import { useEffect, useRef, useState } from "react";

import { usePage } from "../page/page-context.ts";

export interface Mention {
  readonly name: string;
  readonly uri: string;
  /** The server whose resource it is; none for a file. */
  readonly server?: string;
}

const PAUSE_MS = 120;
const MAX_SHOWN = 20;
const NONE: readonly Mention[] = [];

/** The word after `@` that ends at the caret; undefined if there is none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^\s@]*)$/u.exec(text.slice(0, caret))?.[1];
}

/** The text with the word at the caret written in full, and where the caret is then. */
export function withMention(
  text: string,
  caret: number,
  name: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, caret).replace(/@[^\s@]*$/u, () => `@${name} `);
  return { text: `${before}${text.slice(caret).replace(/^ /u, "")}`, caret: before.length };
}

/** What fits the typed part. An agent that does not know of resources has none. */
export function useMentions(sessionId: string, typed: string | undefined): readonly Mention[] {
  const page = usePage();
  const resources = useRef<Promise<readonly Mention[]>>(undefined);
  const [found, setFound] = useState<{ readonly typed: string; readonly mentions: readonly Mention[] }>();
  useEffect(() => {
    if (typed === undefined) {
      resources.current = undefined;
      return undefined;
    }
    const lifetime = new AbortController();
    const timer = setTimeout(() => {
      resources.current ??= page.ask(sessionId, "_tenon/resources/list", {}).then(readResources, () => NONE);
      const files = page.api.files(sessionId, typed).catch(() => NONE);
      void Promise.all([files, resources.current]).then(([some, all]) => {
        const fitting = all.filter(({ name, uri }) => `${name} ${uri}`.toLowerCase().includes(typed.toLowerCase()));
        if (!lifetime.signal.aborted) setFound({ typed, mentions: [...fitting, ...some].slice(0, MAX_SHOWN) });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [page, sessionId, typed]);
  // The last answer stays until the next one comes.
  return typed === undefined ? NONE : (found?.mentions ?? NONE);
}

function readResources(answer: unknown): readonly Mention[] {
  return readArray(objectOf(answer)["resources"], (value) => {
    const fields = objectOf(value);
    const [uri, server] = [stringOf(fields["uri"]), stringOf(fields["server"])];
    if (uri === undefined || server === undefined) return undefined;
    return { name: (stringOf(fields["name"]) ?? uri).replaceAll(/\s+/gu, "-"), uri, server };
  });
}

/**
 * Highlights code in a worker, so that a slow grammar does not block the page.
 */

import { createContext, use } from "react";

import { isKnownLanguage } from "./languages.ts";

/** The tokens of a line, each with its colour if it has one. */
export type CodeLine = readonly (readonly [text: string, colour: string | undefined])[];

export interface Highlighter {
  /** The result, if it was highlighted before. */
  known(code: string, language: string): readonly CodeLine[] | undefined;
  /** Undefined if the code is too long or the language unknown. */
  highlight(code: string, language: string): Promise<readonly CodeLine[] | undefined>;
  close(): void;
}

export interface HighlightRequest {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}

export interface HighlightAnswer {
  readonly id: number;
  readonly lines: readonly CodeLine[] | undefined;
}

const MAX_CODE_LENGTH = 20_000;
const MAX_KNOWN = 300;

export function createHighlighter(): Highlighter {
  const known = new Map<string, readonly CodeLine[]>();
  const waiting = new Map<number, (lines: readonly CodeLine[] | undefined) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  return {
    known: (code, language) => known.get(keyOf(code, language)),
    async highlight(code, language) {
      if (code.length > MAX_CODE_LENGTH || !isKnownLanguage(language)) return undefined;
      worker ??= start();
      lastId += 1;
      const request: HighlightRequest = { id: lastId, code, language };
      const { promise, resolve } = Promise.withResolvers<readonly CodeLine[] | undefined>();
      waiting.set(request.id, resolve);
      worker.postMessage(request, []);
      const lines = await promise;
      if (lines) remember(keyOf(code, language), lines);
      return lines;
    },
    close() {
      worker?.terminate();
      giveUp();
    },
  };

  function start(): Worker {
    const started = new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data: { id, lines } }: MessageEvent<HighlightAnswer>) => {
      waiting.get(id)?.(lines);
      waiting.delete(id);
    });
    started.addEventListener("error", giveUp);
    return started;
  }

  /** Plain code is still code. */
  function giveUp(): void {
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  }

  function remember(key: string, lines: readonly CodeLine[]): void {
    known.set(key, lines);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }
}

export const HighlighterContext = createContext<Highlighter | undefined>(undefined);

export function useHighlighter(): Highlighter {
  const highlighter = use(HighlighterContext);
  if (!highlighter) throw new Error("useHighlighter needs a HighlighterContext.");
  return highlighter;
}

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`;
}

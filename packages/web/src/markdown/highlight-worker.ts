/**
 * The worker that highlights code. A grammar is loaded on first use.
 */

import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

import { GRAMMARS, grammarOf } from "./grammars.ts";
import type { CodeLine, HighlightAnswer, HighlightRequest } from "./highlighter.ts";

const theme = createCssVariablesTheme({ name: "page", variablePrefix: "--code-", variableDefaults: {} });
const opening = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

addEventListener("message", ({ data: { id, code, language } }: MessageEvent<HighlightRequest>) => {
  void linesOf(code, language)
    .catch(() => undefined) // The code is shown without colours.
    .then((lines) => postMessage({ id, lines } satisfies HighlightAnswer));
});

async function linesOf(code: string, language: string): Promise<readonly CodeLine[] | undefined> {
  const highlighter = await opening;
  const lang = await load(highlighter, language);
  if (lang === undefined) return undefined;
  const { tokens } = highlighter.codeToTokens(code, { lang, theme: "page" });
  return tokens.map((line) => line.map(({ content, color }) => [content, color] as const));
}

async function load(highlighter: HighlighterCore, language: string): Promise<string | undefined> {
  const name = grammarOf(language);
  if (name === undefined) return undefined;
  if (!highlighter.getLoadedLanguages().includes(name)) await highlighter.loadLanguage(GRAMMARS[name]());
  return name;
}

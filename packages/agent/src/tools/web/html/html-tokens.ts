/**
 * HTML as tags and text, as far as reading needs it. It takes time in proportion to the length, whatever is in it.
 */

import { decodeEntities } from "./entities.ts";

export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  /** `attributes` is as it was written; see `attributeOf`. */
  | { readonly type: "open" | "close"; readonly name: string; readonly attributes: string };

/** What is in these is not for reading, or not HTML. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "math",
  "iframe",
  "object",
  "canvas",
  "audio",
  "video",
  "textarea",
  "select",
  "title",
]);

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start === -1) break;
    if (start > at) yield textToken(html.slice(at, start));
    const isTag = /[a-z/!?]/i.test(html[start + 1] ?? "");
    if (!isTag) {
      yield textToken("<");
      at = start + 1;
      continue;
    }
    if (html.startsWith("<!--", start)) {
      at = after(html, "-->", start);
      continue;
    }
    const end = endOfTag(html, start);
    const [, slash, name = "", attributes = ""] = /^<(\/?)([a-z][^\s/>]*)([^]*)$/i.exec(html.slice(start, end)) ?? [];
    at = end + 1;
    if (name === "") continue;
    const tag = name.toLowerCase();
    if (!slash && LEFT_OUT.has(tag)) {
      if (!attributes.endsWith("/")) at = endOfElement(html, tag, at);
    } else yield { type: slash ? "close" : "open", name: tag, attributes };
  }
  if (at < html.length) yield textToken(html.slice(at));
}

// Longer ones are not tags of a page for readers.
const MAX_TAG_LENGTH = 10_000;

/** Of an opening tag; undefined if it has none of that name. */
export function attributeOf(attributes: string, name: string): string | undefined {
  if (attributes.length > MAX_TAG_LENGTH) return undefined;
  for (const [, key = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (key.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? "");
  }
  return undefined;
}

// A name without a value is matched too: looking for the value from each of its letters would take for ever.
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function textToken(text: string): HtmlToken {
  return { type: "text", text: decodeEntities(text) };
}

/** The `>` that ends the tag, and none in quotes. A tag without an end goes to the end of the text. */
function endOfTag(html: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at;
    // A quote means something only where a value begins.
    else if ((character === '"' || character === "'") && html[at - 1] === "=") quote = character;
  }
  return html.length;
}

function endOfElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = from;
  const found = end.exec(html);
  return found ? after(html, ">", found.index) : html.length;
}

function after(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from);
  return found === -1 ? html.length : found + what.length;
}

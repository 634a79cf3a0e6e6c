/**
 * A page as Markdown that a model can read: its headings, paragraphs, lists, tables, code and links. What is only for
 * eyes or for browsers is left out, and so is what is around the main part, if the page says which that is.
 */

import { decodeEntities } from "./entities.ts";
import { attributeOf, htmlTokens } from "./html-tokens.ts";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-writer.ts";

export function htmlToMarkdown(html: string, base: URL): string {
  const title = titleOf(html);
  const main = mainPart(html);
  const text = main === undefined ? "" : convert(main, base);
  // Some pages call their picture or their search box the main part.
  const body = text.length >= ENOUGH_TO_BE_MAIN ? text : convert(html, base);
  return title === "" || body.includes(`# ${title}`) ? body : `# ${title}\n\n${body}`;
}

const ENOUGH_TO_BE_MAIN = 200;

function mainPart(html: string): string | undefined {
  const start = html.search(/<main[\s>]/i);
  if (start === -1) return undefined;
  const end = html.slice(start).search(/<\/main[\s>]/i);
  return end === -1 ? html.slice(start) : html.slice(start, start + end);
}

/** Pictures have titles too, further down. */
function titleOf(html: string): string {
  const body = html.search(/<(body|svg)[\s>]/i);
  const head = body === -1 ? html : html.slice(0, body);
  const title = /<title[^<>]*>([^<]{1,1000})/i.exec(head)?.[1] ?? "";
  return decodeEntities(title).replaceAll(/\s+/g, " ").trim();
}

function convert(html: string, base: URL): string {
  const writer = createMarkdownWriter();
  for (const token of htmlTokens(html)) {
    if (token.type === "text") writer.text(token.text);
    else if (token.type === "open") open(token.name, token.attributes, { writer, base });
    else close(token.name, writer);
  }
  return writer.finish();
}

const PARAGRAPHS: ReadonlySet<string> = new Set(
  "p h1 h2 h3 h4 h5 h6 pre blockquote table figure dl hr article section".split(" "),
);
const LINES: ReadonlySet<string> = new Set(
  "div li tr dt dd header footer main aside nav form fieldset address details summary caption figcaption br option".split(
    " ",
  ),
);

function open(
  name: string,
  attributes: string,
  { writer, base }: { readonly writer: MarkdownWriter; readonly base: URL },
): void {
  breakAround(name, writer);
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading) writer.mark(`${"#".repeat(Number(heading))} `);
  switch (name) {
    case "ul":
    case "ol":
      return writer.openList(name === "ol");
    case "li":
      return writer.item();
    case "td":
    case "th":
      return writer.cell();
    case "hr":
      writer.mark("---");
      return writer.paragraph();
    case "pre":
      return writer.openCode();
    case "code":
      return writer.tick();
    case "a":
      return writer.openLink(absolute(attributeOf(attributes, "href"), base));
    case "img": {
      const alt = attributeOf(attributes, "alt")?.trim();
      const source = absolute(attributeOf(attributes, "src"), base);
      if (alt) writer.mark(source ? `![${alt}](${source})` : `[${alt}]`);
    }
  }
}

function close(name: string, writer: MarkdownWriter): void {
  if (name === "pre") writer.closeCode();
  if (name === "code") writer.tick();
  if (name === "a") writer.closeLink();
  if (name === "ul" || name === "ol") writer.closeList();
  breakAround(name, writer);
}

function breakAround(name: string, writer: MarkdownWriter): void {
  if (PARAGRAPHS.has(name)) writer.paragraph();
  else if (LINES.has(name)) writer.line();
}

/** Only what can be fetched; links within the page are not worth their length. */
function absolute(link: string | undefined, base: URL): string | undefined {
  if (!link || link.startsWith("#") || !URL.canParse(link, base)) return undefined;
  const { protocol, href } = new URL(link, base);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

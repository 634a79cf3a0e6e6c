/**
 * A page of docs/ as HTML, with what the search needs to know of it. Headings get the ids that the repository host gives
 * them, so that one link works in both places.
 */

import { dirname, join, normalize } from "node:path";

import { Marked, type Tokens } from "marked";

export interface RenderedPage {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Files of the repository outside docs/ that it links to. */
  readonly files: readonly string[];
}

/** What is below one heading. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export type Highlight = (code: string, language: string) => string;

export function renderPage(name: string, markdown: string, highlight: Highlight): RenderedPage {
  const sections: { id: string; heading: string; text: string }[] = [];
  const files: string[] = [];
  const seen = new Map<string, number>();
  const marked = new Marked({
    walkTokens(token) {
      const last = sections.at(-1);
      if (token.type === "heading") {
        const heading = plainText(token.tokens ?? []);
        sections.push({ id: uniqueId(heading), heading, text: "" });
      } else if (last && (token.type === "text" || token.type === "codespan" || token.type === "code")) {
        last.text += `${"tokens" in token && token.tokens ? "" : token.text} `;
      }
    },
    renderer: {
      heading({ tokens, depth }) {
        const id = headings.shift()?.id ?? "";
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code: ({ text, lang }) => highlight(text, lang?.split(/\s/)[0] ?? ""),
      link({ href, tokens }) {
        return `<a href="${escapeHtml(target(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        return `<div class="table">${tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
    },
  });
  // Twice over the tokens: what is linked must be known before it is drawn.
  const tokens = marked.lexer(markdown);
  void marked.walkTokens(tokens, marked.defaults.walkTokens ?? (() => {}));
  const headings = [...sections];
  const html = marked.parser(tokens);
  return { name, title: sections[0]?.heading ?? name, html, sections, files };

  function target(href: string): string {
    if (/^(?:[a-z]+:|#)/i.test(href)) return href;
    const [path = "", anchor] = href.split("#");
    const inRepository = normalize(join("docs", path));
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (dirname(inRepository) === "docs" && path.endsWith(".md")) return `${path.replace(/\.md$/, ".html")}${hash}`;
    if (inRepository.startsWith("docs/")) return path;
    files.push(inRepository);
    return `files/${inRepository}`;
  }

  function uniqueId(heading: string): string {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function plainText(tokens: readonly Tokens.Generic[]): string {
  return tokens.map((token) => (token.tokens ? plainText(token.tokens) : (token["text"] ?? ""))).join("");
}

function tableHtml({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${row(header, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`;
}

/**
 * Writes Markdown from pieces, with the spaces and line breaks that readers expect between them.
 */

export interface MarkdownWriter {
  text(text: string): void;
  /** As it is. */
  mark(text: string): void;
  /** At least a new line, before what comes next. */
  line(): void;
  /** At least an empty line, before what comes next. */
  paragraph(): void;
  openList(isNumbered: boolean): void;
  closeList(): void;
  item(): void;
  cell(): void;
  openCode(): void;
  closeCode(): void;
  tick(): void;
  /** Without an address it is only text. */
  openLink(address: string | undefined): void;
  closeLink(): void;
  finish(): string;
}

// Deeper ones are made to break programs.
const MAX_LIST_DEPTH = 10;

export function createMarkdownWriter(): MarkdownWriter {
  const written: string[] = [];
  const lists: { readonly isNumbered: boolean; count: number }[] = [];
  let breaks = 2;
  let needsSpace = false;
  let isInCode = false;
  let isInRow = false;
  let link: { readonly address: string | undefined; readonly start: number } | undefined;

  const writer: MarkdownWriter = {
    text(text) {
      if (isInCode) return write(text);
      const words = text.replaceAll(/\s+/g, " ").trim();
      if (/^\s/.test(text)) needsSpace = true;
      if (words === "") return;
      write(words);
      needsSpace = /\s$/.test(text);
    },
    mark: write,
    line: () => breakLines(1),
    paragraph: () => breakLines(2),
    openList(isNumbered) {
      breakLines(lists.length === 0 ? 2 : 1);
      lists.push({ isNumbered, count: 0 });
    },
    closeList() {
      lists.pop();
      breakLines(lists.length === 0 ? 2 : 1);
    },
    item() {
      const list = lists.at(-1);
      if (list) list.count += 1;
      const indent = "  ".repeat(Math.min(Math.max(0, lists.length - 1), MAX_LIST_DEPTH));
      write(list?.isNumbered ? `${indent}${list.count}. ` : `${indent}- `);
    },
    cell() {
      if (isInRow) write(" | ");
      isInRow = true;
      needsSpace = false;
    },
    openCode() {
      if (isInCode) return;
      write("```\n");
      isInCode = true;
    },
    closeCode() {
      if (!isInCode) return;
      isInCode = false;
      write(written.at(-1)?.endsWith("\n") ? "```" : "\n```");
    },
    tick() {
      if (!isInCode) write("`");
    },
    openLink(address) {
      writer.closeLink();
      link = { address, start: written.length };
    },
    closeLink() {
      if (!link) return;
      const { address, start } = link;
      link = undefined;
      if (address === undefined || isInCode) return;
      const pieces = written.splice(start).join("");
      const words = pieces.replaceAll(/\s+/g, " ").trim();
      if (words !== "") written.push(`${/^\s*/.exec(pieces)?.[0] ?? ""}[${words}](${address})`);
    },
    finish() {
      writer.closeLink();
      writer.closeCode();
      const lines = written.join("").split("\n");
      return lines
        .map((line) => line.trimEnd())
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n")
        .trim();
    },
  };
  return writer;

  function write(text: string): void {
    if (text === "") return;
    if (breaks > 0 && written.length > 0) written.push("\n".repeat(breaks));
    else if (needsSpace && !isInCode) written.push(" ");
    breaks = 0;
    needsSpace = false;
    written.push(text);
  }

  function breakLines(count: number): void {
    if (isInCode) return;
    breaks = Math.max(breaks, count);
    needsSpace = false;
    isInRow = false;
  }
}

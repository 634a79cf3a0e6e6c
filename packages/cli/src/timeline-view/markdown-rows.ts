/**
 * Markdown on a terminal: the marks go, and what they mean is shown. Row by row, because a message is shown while it is
 * written; emphasis that a row's end cuts in two stays as it is.
 */

import type { Style } from "../terminal/style.ts";

export function createMarkdownRows({ paint }: Pick<Style, "paint">): (row: string) => string[] {
  let fence: string | undefined;
  return (row) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(row) ?? [];
    if (mark !== undefined && (fence === undefined || row.trim().startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      return [];
    }
    if (fence !== undefined) return [row];
    const heading = /^#{1,6}\s+(.+)$/.exec(row)?.[1];
    if (heading !== undefined) return [paint("bold", heading)];
    return [
      row
        .replaceAll(/(?<!`)`([^`]+)`(?!`)/g, (_, code: string) => paint("cyan", code))
        .replaceAll(/\*\*([^*]+)\*\*/g, (_, text: string) => paint("bold", text)),
    ];
  };
}

/** Fills one page of a result within its limits, cell by cell. */

import type { PageLimits, RowPage } from "./database.ts";

/** Of a row that is too long by itself. */
const MIN_CELL_BYTES = 20;

export interface PageFilling {
  /** False when the page is full: the row is not on it, and the result goes on. */
  add(row: readonly unknown[]): boolean;
  page(columns: RowPage["columns"]): RowPage;
}

export function fillPage(limits: PageLimits): PageFilling {
  const rows: unknown[][] = [];
  let bytes = 0;
  let cutCells = 0;
  let hasMore = false;
  return {
    add(row) {
      let cells = row.map((cell) => cutCell(cell, limits.cellBytes));
      let size = JSON.stringify(cells).length;
      if (size > limits.bytes) {
        const share = Math.max(MIN_CELL_BYTES, Math.floor(limits.bytes / row.length));
        cells = row.map((cell) => cutCell(cell, Math.min(share, limits.cellBytes)));
        size = JSON.stringify(cells).length;
      }
      // The first row is always on the page: without it the next cursor would lead here again.
      hasMore = rows.length >= limits.rows || (rows.length > 0 && bytes + size > limits.bytes);
      if (hasMore) return false;
      cutCells += cells.filter((cell, index) => cell !== row[index]).length;
      rows.push(cells);
      bytes += size;
      return true;
    },
    page: (columns) => ({ columns, rows, hasMore, cutCells }),
  };
}

function cutCell(cell: unknown, limit: number): unknown {
  const text = typeof cell === "string" ? cell : typeof cell === "object" && cell !== null ? JSON.stringify(cell) : "";
  if (text.length <= limit) return cell;
  return `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")}… (${text.length - limit} more characters)`;
}

/** How much of the code the tests ran, in percent, from the report that each runner can write. */

import { numberOf, parseJson, valueAt } from "@tenon/basis";

/** Of `json-summary`, by vitest and jest. */
export function summaryCoverage(text: string): number | undefined {
  return numberOf(valueAt(parseJson(text), "total", "lines", "pct"));
}

/** Of coverage.py. */
export function pythonCoverage(text: string): number | undefined {
  return rounded(numberOf(valueAt(parseJson(text), "totals", "percent_covered")));
}

/** Lines hit (LH) and lines found (LF) of each file. */
export function lcovCoverage(text: string): number | undefined {
  const sum = (field: string) =>
    [...text.matchAll(new RegExp(`^${field}:(\\d+)$`, "gm"))].reduce((total, [, count]) => total + Number(count), 0);
  return percent(sum("LH"), sum("LF"));
}

/** Lines of `file:from,to statements count` in a profile of Go; a block may be there for several packages. */
export function goCoverage(text: string): number | undefined {
  const blocks = new Map<string, { statements: number; isRun: boolean }>();
  for (const [, block = "", statements, count] of text.matchAll(/^(\S+:\S+) (\d+) (\d+)$/gm)) {
    const isRun = Number(count) > 0 || blocks.get(block)?.isRun === true;
    blocks.set(block, { statements: Number(statements), isRun });
  }
  const all = [...blocks.values()];
  const sum = (some: typeof all) => some.reduce((total, { statements }) => total + statements, 0);
  return percent(sum(all.filter(({ isRun }) => isRun)), sum(all));
}

function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : rounded((100 * part) / whole);
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 100) / 100;
}

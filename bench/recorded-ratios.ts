/**
 * The ratios of an earlier run, to be compared with: a figure is a ratio to a baseline of its own run, so runs on different
 * machines can be compared.
 */

import { readFileSync, writeFileSync } from "node:fs";

import type { Figure } from "./figure.ts";

// Less is noise.
const MAX_GROWTH = 1.25;

/** By what the figure is about. */
export type RecordedRatios = Readonly<Record<string, number>>;

export function recordRatios(file: string, figures: readonly Figure[]): void {
  const ratios = Object.fromEntries(figures.map((figure) => [figure.what, Number(ratioOf(figure).toFixed(3))]));
  writeFileSync(file, `${JSON.stringify(ratios, undefined, 2)}\n`);
}

export function readRatios(file: string): RecordedRatios {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** What got slower, a sentence each. Figures that were not recorded cannot have. */
export function slowerThan(recorded: RecordedRatios, figures: readonly Figure[]): readonly string[] {
  return figures.flatMap((figure) => {
    const [before, now] = [recorded[figure.what], ratioOf(figure)];
    if (before === undefined || now <= before * MAX_GROWTH) return [];
    return [
      `${figure.what}: ${now.toFixed(2)}×, ${(now / before).toFixed(2)} times the recorded ${before.toFixed(2)}×`,
    ];
  });
}

export function ratioOf({ measured, baseline }: Figure): number {
  return measured.value / baseline.value;
}

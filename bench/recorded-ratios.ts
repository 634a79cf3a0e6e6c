/**
 * The ratios of an earlier run, to be compared with: a figure is a ratio to a baseline of its own run, so runs on different
 * machines can be compared.
 */

import { readFileSync, writeFileSync } from "node:fs";

import type { Figure } from "./figure.ts";

// Less is noise.
const MAX_GROWTH = 1.25;

/** By bench and what the figure is about. */
export type RecordedRatios = Readonly<Record<string, number>>;

export interface MeasuredFigure extends Figure {
  /** The name of its bench: two benches may have figures of one name. */
  readonly bench: string;
}

export function recordRatios(file: string, figures: readonly MeasuredFigure[]): void {
  writeFileSync(file, `${JSON.stringify(ratiosOf(figures), undefined, 2)}\n`);
}

/** A baseline of zero, as of processor time in steps, has no ratio. */
export function ratiosOf(figures: readonly MeasuredFigure[]): RecordedRatios {
  const ratios = named(figures).map(({ name, figure }) => [name, Number(ratioOf(figure).toFixed(3))] as const);
  return Object.fromEntries(ratios.filter(([, ratio]) => Number.isFinite(ratio)));
}

export function readRatios(file: string): RecordedRatios {
  return JSON.parse(readFileSync(file, "utf8"));
}

export interface Slower {
  readonly bench: string;
  readonly name: string;
  readonly sentence: string;
}

/** What got slower. Figures that were not recorded cannot have. */
export function slowerThan(recorded: RecordedRatios, figures: readonly MeasuredFigure[]): readonly Slower[] {
  return named(figures).flatMap(({ name, figure }) => {
    const [before, now] = [recorded[name], ratioOf(figure)];
    if (before === undefined || !Number.isFinite(now) || now <= before * MAX_GROWTH) return [];
    const sentence = `${name}: ${now.toFixed(2)}×, ${(now / before).toFixed(2)} times the recorded ${before.toFixed(2)}×`;
    return [{ bench: figure.bench, name, sentence }];
  });
}

/** Of what looked slower, what does so each time that it is measured: one figure of many is always off. */
export async function stillSlower(
  found: readonly Slower[],
  { again, times }: { again(benches: ReadonlySet<string>): Promise<readonly Slower[]>; readonly times: number },
): Promise<readonly Slower[]> {
  if (found.length === 0 || times === 0) return found;
  const repeated = await again(new Set(found.map(({ bench }) => bench)));
  const both = found.filter(({ name }) => repeated.some((other) => other.name === name));
  return await stillSlower(both, { again, times: times - 1 });
}

/** A bench may have several figures about the same, against other baselines: the later ones are numbered. */
function named(
  figures: readonly MeasuredFigure[],
): readonly { readonly name: string; readonly figure: MeasuredFigure }[] {
  const counts = new Map<string, number>();
  return figures.map((figure) => {
    const name = `${figure.bench}: ${figure.what}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, figure };
  });
}

export function ratioOf({ measured, baseline }: Figure): number {
  return measured.value / baseline.value;
}

export interface Bench {
  readonly name: string;
  readonly what: string;
  run(): AsyncIterable<Figure>;
}

/** A measured value beside the value it is held against, both of the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly measured: { readonly name: string; readonly value: number };
  readonly baseline: { readonly name: string; readonly value: number };
  /** The largest ratio of the two that is good enough. */
  readonly limit: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2
  );
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

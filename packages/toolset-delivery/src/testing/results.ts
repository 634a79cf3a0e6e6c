/** What a run of tests came to, whichever runner it was. */

export interface TestResult {
  /** With the names of its groups: "cart > adds an item". */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly file?: string;
  readonly ms?: number;
  /** Why it failed. */
  readonly message?: string;
}

export interface TestReport {
  readonly tests: readonly TestResult[];
  /** Percent of lines, or of statements, if the runner counts those. */
  readonly coverage?: number;
}

// Enough for an assertion with its difference and the first frames.
const MAX_MESSAGE = 2_000;

export function testResult(name: string, outcome: TestResult["outcome"], about: Partial<About> = {}): TestResult {
  const { file, ms, message } = about;
  return {
    name,
    outcome,
    ...(file ? { file } : {}),
    ...(ms !== undefined && Number.isFinite(ms) ? { ms: Math.round(ms) } : {}),
    ...(message ? { message: message.replaceAll(ESCAPES, "").trim().slice(0, MAX_MESSAGE) } : {}),
  };
}

interface About {
  readonly file: string | undefined;
  readonly ms: number | undefined;
  readonly message: string | undefined;
}

/** Colours, which runners write even into files. */
export const ESCAPES = new RegExp(String.raw`${String.fromCodePoint(27)}\[[0-9;]*[A-Za-z]`, "g");

/**
 * How lines look: how wide they may be, how much of a thing is shown, and whether there is colour.
 */

import { styleText } from "node:util";

export interface Style {
  /** Columns of the terminal; lines are not cut or wrapped where there is none. */
  readonly width?: number;
  /** How many lines of a tool's result are shown; with infinitely many, nothing of a call is cut anywhere. */
  readonly maxLines: number;
  readonly paint: (format: Format, text: string) => string;
  /** Of what was read only how much it is: the answer below is about it, and often repeats it. */
  readonly omitsReads?: boolean;
}

export type Format = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** For a pipe or a file: no colour, no width. */
export function plainStyle(options: Partial<Pick<Style, "width" | "maxLines">> = {}): Style {
  return { maxLines: FEW_LINES, paint: (_, text) => text, ...options };
}

/** For where the stream leads to: a terminal, or something else. */
export function styleFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  options: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly maxLines?: number;
    readonly omitsReads?: boolean;
  },
): Style {
  const { environment, maxLines = FEW_LINES, omitsReads = false } = options;
  const width = stream.isTTY === true ? { width: Math.max(20, stream.columns ?? 80) } : {};
  const hasColour = isColourful(stream.isTTY === true, environment);
  return { maxLines, omitsReads, ...width, paint: (format, text) => (hasColour ? colour(format, text) : text) };
}

const FEW_LINES = 8;

/** What is set on purpose counts before what we find: https://no-color.org, https://force-color.org. */
function isColourful(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && (NO_COLOR ?? "") === "" && TERM !== "dumb";
}

function colour(format: Format, text: string): string {
  return text === "" ? "" : styleText(format, text, { validateStream: false });
}

/**
 * Standard output as a screen that a view draws on.
 */

import { writeStdout } from "../process/stdout.ts";
import { type Style, styleFor } from "./style.ts";

export interface Terminal {
  /** Changes with the window. */
  readonly columns: number;
  /** Resolves when the terminal has taken it; rejects when it is gone. */
  write(text: string): Promise<void>;
}

const DEFAULT_COLUMNS = 80;

export function stdoutTerminal(): Terminal {
  return {
    get columns() {
      return stdoutStyle().width ?? DEFAULT_COLUMNS;
    },
    write: writeStdout,
  };
}

/** Asked anew for each line: the window may change. */
export function stdoutStyle(options: { readonly maxLines?: number; readonly omitsReads?: boolean } = {}): Style {
  return styleFor(process.stdout, { environment: process.env, ...options });
}

/** Whether standard output can be drawn on. */
export function isScreen(): boolean {
  return process.stdout.isTTY && process.env["TERM"] !== "dumb";
}

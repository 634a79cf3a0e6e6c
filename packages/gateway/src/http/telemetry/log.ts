/**
 * The log, as JSON Lines.
 *
 * No secret is in a line: not by what it says, because paths are written without their query, and not by accident, because
 * every line passes the redactor.
 */

import { errorMessage, objectOf } from "@tenon/basis";
import { createRedactor } from "@tenon/policy";

export type LogLevel = "error" | "warn" | "info" | "debug";

const logLevels: readonly LogLevel[] = ["error", "warn", "info", "debug"];

/** The event is noun-verb: `request-refuse`. An `Error` among the fields is written as its message. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: Readonly<Record<string, unknown>>) => void>>;

export interface LogOptions {
  /** This level and those before it in `logLevels`. */
  readonly level: LogLevel;
  /** Takes a whole line, with its line break. */
  readonly write: (line: string) => void;
  /** Values that must not be in a line. */
  readonly secrets: Iterable<string>;
  readonly now?: () => Date;
}

export function createLog({ level, write, secrets, now = () => new Date() }: LogOptions): Log {
  const redactor = createRedactor({ secrets });
  const loudest = logLevels.indexOf(level);

  function writer(level: LogLevel): Log[LogLevel] {
    if (logLevels.indexOf(level) > loudest) return () => {};
    return (event, fields = {}) => {
      const given = Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Error ? errorMessage(value) : value,
      ]);
      const redacted = Object.entries(objectOf(redactor.redactValue(Object.fromEntries(given))));
      // Not before: half of a secret is not recognised.
      const written = redacted.map(([name, value]) => [name, shortened(value)]);
      write(`${JSON.stringify({ time: now().toISOString(), level, event, ...Object.fromEntries(written) })}\n`);
    };
  }
  return { error: writer("error"), warn: writer("warn"), info: writer("info"), debug: writer("debug") };
}

// A refused client chooses what is in the line; it must not choose how long the line is.
const MAX_FIELD_LENGTH = 500;

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > MAX_FIELD_LENGTH ? `${value.slice(0, MAX_FIELD_LENGTH)}…` : value;
}

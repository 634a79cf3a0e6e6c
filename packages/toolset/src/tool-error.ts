/**
 * A failure that the model should read: what went wrong, and what it can do about it.
 *
 * Any other error that a tool throws is logged whole with an id, and the model gets only the id.
 */

/** What the model can do differs by kind; a kind of your own is fine. */
export type ToolErrorKind =
  | "invalid_input"
  | "not_found"
  | "denied"
  | "conflict"
  | "unavailable"
  | "timeout"
  | "cancelled"
  | "busy"
  | "rate_limited"
  | "too_large"
  | "unsupported"
  | "configuration"
  | "failed"
  | (string & {});

export interface ToolErrorOptions extends ErrorOptions {
  /** The next step, for the model: "List the tables with list_tables". */
  readonly hint?: string | undefined;
}

// A program and the toolset that it loads may each have a copy of this package.
const BRAND = Symbol.for("@tenon/toolset ToolError");

export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly [BRAND] = true;
  readonly kind: ToolErrorKind;
  readonly hint: string | undefined;

  constructor(kind: ToolErrorKind, message: string, { hint, ...options }: ToolErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.hint = hint;
  }
}

/** Also of another copy of this package. */
export function isToolError(error: unknown): error is ToolError {
  return typeof error === "object" && error !== null && BRAND in error;
}

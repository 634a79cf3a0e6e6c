/**
 * The text of an error for a person, with the system's code where there is one: "fetch failed" alone does not say what
 * to do, "fetch failed (ECONNREFUSED)" does.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = systemCode(error);
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

/** What was thrown, as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The `code` of an error itself, such as ENOENT or one of our own; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The first system code on the way down the causes: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED. */
export function systemCode(error: unknown): string | undefined {
  return errorCode(systemError(error));
}

/** The error at the bottom that the system made. */
export function systemError(error: unknown): Error | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    // A host with two addresses fails with both; the first is as good as the second.
    if (current instanceof AggregateError && current.errors.length > 0) [current] = current.errors;
    if (current instanceof Error && /^[A-Z][A-Z\d_]+$/.test(errorCode(current) ?? "")) return current;
    current = current instanceof Error ? current.cause : undefined;
  }
  return undefined;
}

/** The error and its causes, from the outside in. */
export function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1, current = current.cause)
    yield current;
}

// Causes may point at each other.
const MAX_CAUSES = 8;

/**
 * What an error says, and what the system said at the bottom of it: "fetch failed" alone helps nobody.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = systemCode(error);
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

// Causes may point at each other.
const DEEPEST = 8;

/** Such as ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED. */
function systemCode(error: Error): string | undefined {
  let cause: unknown = error.cause;
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth += 1) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z_]+$/.test(cause.code)) return cause.code;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return undefined;
}

/**
 * What is carried instead of a JSON-RPC message that cannot be: a request in wait gets an error for an answer, and the
 * connection stays open.
 */

export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export interface StandIn {
  /** Goes on instead of it. */
  readonly onward?: ErrorResponse;
  /** Goes back to the sender. */
  readonly back?: ErrorResponse;
}

const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

export interface Refusal {
  /** Of the error that a request is answered with: Invalid Request by default. */
  readonly code?: number;
  /** It is not a JSON-RPC message: its sender gets an error, without an id if it has none. */
  readonly isMalformed?: boolean;
}

/** A request is answered with an error, a response becomes one; of a notification nothing is left. */
export function standInFor(message: unknown, problem: string, refusal: Refusal = {}): StandIn {
  const { code = INVALID_REQUEST, isMalformed = false } = refusal;
  if (typeof message !== "object" || message === null) return {};
  const { id, method }: { readonly id?: unknown; readonly method?: unknown } = message;
  const response = (code: number): ErrorResponse => ({
    jsonrpc: "2.0",
    id: typeof id === "string" || typeof id === "number" ? id : null,
    error: { code, message: problem },
  });
  if (isMalformed) return { back: response(code) };
  if (typeof id !== "string" && typeof id !== "number") return {};
  return method === undefined ? { onward: response(INTERNAL_ERROR) } : { back: response(code) };
}

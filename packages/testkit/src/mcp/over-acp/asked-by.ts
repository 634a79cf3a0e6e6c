import type { JsonObject } from "@tenon/basis";

/** The connection that a request came on. */
export interface AskedBy {
  notify(params: JsonObject): void;
  request(params: JsonObject): Promise<unknown>;
  /** Aborts when the agent cancels the request, and not when the connection ends. */
  readonly cancelled: AbortSignal;
  /** Aborts when the connection ends. */
  readonly gone: AbortSignal;
}

export class AcpFailure extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Why a request of our own has no result. `rpcCode` and `data` are those of the other side's error, if it sent one. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly code: "refused" | "gone";
  readonly rpcCode: number | undefined;
  readonly data: unknown;

  constructor(
    code: WireError["code"],
    message: string,
    answer: { readonly rpcCode?: number; readonly data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.rpcCode = answer.rpcCode;
    this.data = answer.data;
  }
}

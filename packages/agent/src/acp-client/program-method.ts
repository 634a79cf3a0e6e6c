/**
 * Extension methods of the host program: `_vendor/name`, answered beside the protocol's own.
 */

/** `params` are as the client sent them. For a notification, the result is dropped. */
export type ProgramMethod = (params: unknown, call: ProgramCall) => unknown;

export interface ProgramCall {
  /** Aborts when the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
  /** To the same client. */
  notify(method: string, params?: object): Promise<void>;
  request(method: string, params?: object): Promise<unknown>;
}

export type ProgramMethods = Readonly<Record<string, ProgramMethod>>;

const NAME = /^_(?!tenon\/)([^/]+)\/./;

/** What `initialize` says of them, in the `_meta` of our capabilities [R39]. Throws a `TypeError` for a name of another form. */
export function programCapability(
  methods: ProgramMethods,
): Readonly<Record<string, { readonly methods: readonly string[] }>> {
  const named = Object.keys(methods).map((method) => {
    const [, vendor] = NAME.exec(method) ?? [];
    if (vendor === undefined) {
      throw new TypeError(`The method "${method}" must be named _vendor/name, and the vendor "tenon" is taken`);
    }
    return { vendor, method };
  });
  const byVendor = Object.groupBy(named, ({ vendor }) => vendor);
  return Object.fromEntries(
    Object.entries(byVendor).map(([vendor, of = []]) => [vendor, { methods: of.map(({ method }) => method) }]),
  );
}

/**
 * A server that a session should have: what its owner wrote down, before anything has been started.
 */
export interface ServerSpec {
  /** Unique in a session; people see it as it is. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the small environment that every server gets. */
  readonly env: Readonly<Record<string, string>>;
}

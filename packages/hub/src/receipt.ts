/**
 * How far a server has got. The one source for everybody who shows it.
 */
export interface Receipt {
  readonly server: string;
  readonly state: "declared" | "started" | "listed" | "called" | "failed" | "stopped";
  /** Why, where the state alone does not say it. */
  readonly reason?: string;
}

/** What a server's keeper is asked, and what it answers. One request at a time. */

export interface KeeperSetup {
  readonly programs: string;
  /** Removed by the keeper at the end. */
  readonly folder: string;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The user to run Postgres as, where we are root: Postgres refuses root. */
  readonly uid?: number | undefined;
}

export type KeeperRequest =
  | { readonly type: "setup"; readonly setup: KeeperSetup }
  | { readonly type: "start" }
  /** `fast` ends the connections and writes everything; `immediate` is a crash: the next start recovers from the log. */
  | { readonly type: "stop"; readonly how: "fast" | "immediate" };

export type KeeperAnswer = { readonly type: "done" } | { readonly type: "failed"; readonly message: string };

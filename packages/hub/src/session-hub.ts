/**
 * The hub as a session opens it. Types only.
 */

import type { Policy } from "@tenon/policy";

import type { Problem } from "./config/index.ts";
import type { Hub, HubOptions } from "./hub-types.ts";
import type { SessionTrust } from "./session-trust.ts";

/** Must not wait for servers: `session/new` is answered when it resolves. */
export type OpenSessionHub = (
  options: Pick<
    HubOptions,
    | "servers"
    | "cwd"
    | "begin"
    | "resultsFolder"
    | "clientInfo"
    | "callbacks"
    | "onReceipt"
    | "onMessage"
    | "onSecrets"
    | "onCatalogue"
    | "onListChange"
    | "lost"
    | "now"
  > & {
    /** Whose processes its servers are, where several people share this program. */
    readonly account?: string;
    /** What is wrong in the user's and the project's files, again after each edit. */
    readonly onProblems?: (problems: readonly Problem[]) => void;
  },
) => SessionHub | Promise<SessionHub>;

export type SessionHub = Hub & {
  /** The user's and the project's rules for its folder, from the most general to the most particular. */
  readonly rules?: Policy;
  /** Names of secrets that the user passes on to commands, as patterns. */
  readonly passedVariables?: readonly string[];
  /** Absent where nothing waits for trust. */
  readonly trust?: SessionTrust;
};

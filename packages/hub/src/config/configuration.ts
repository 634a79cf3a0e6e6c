/**
 * What the files say together, for the sessions of one folder.
 */

import type { IncludeMode, ServerSpec } from "../server-spec.ts";
import type { SessionLimits } from "./configuration-file.ts";
import type { Problem } from "./problem.ts";
import type { SignInByOrigin } from "./sign-in-section.ts";
import type { TrustRequest } from "./trust-request.ts";

export interface Configuration {
  /** One of each name; first the project's, then the user's, as they are written. */
  readonly servers: readonly DeclaredServer[];
  /** For servers that do not say their own. */
  readonly include?: IncludeMode;
  readonly limits: SessionLimits;
  readonly model?: string;
  /** Names of secrets that commands inherit, as patterns; from the user's own file. */
  readonly passedVariables: readonly string[];
  /** How to sign in to servers that others give; from the user's own file. */
  readonly signIn: SignInByOrigin;
  /** As they are written; first the user's, then the project's. */
  readonly policies: readonly PolicySection[];
  /** All that is held back until the user has trusted it. */
  readonly waiting: readonly TrustRequest[];
  readonly problems: readonly Problem[];
}

/** A server that somebody wrote down, and what came of it. Only a `ready` one may be started. */
export type DeclaredServer = {
  readonly name: string;
  readonly source: NonNullable<ServerSpec["source"]>;
  /** None if it is not from a file. */
  readonly file?: string;
} & (
  | { readonly state: "ready"; readonly spec: ServerSpec }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "waiting"; readonly reason: string; readonly trust: TrustRequest }
  | { readonly state: "disabled" }
);

export interface PolicySection {
  readonly source: "user" | "project";
  readonly file: string;
  readonly policy: unknown;
}

/** The servers that may be started. */
export function readySpecs(servers: readonly DeclaredServer[]): readonly ServerSpec[] {
  return servers.flatMap((server) => {
    if (server.state !== "ready") return [];
    // A project's server is only ever ready when it has been trusted.
    return [server.source === "project" ? { ...server.spec, isTrusted: true } : server.spec];
  });
}

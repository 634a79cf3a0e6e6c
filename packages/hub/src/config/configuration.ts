/**
 * What the files say together, for the sessions of one folder.
 */

import type { IncludeMode, ServerSpec } from "../server-spec.ts";
import type { SessionLimits } from "./configuration-file.ts";
import type { Problem } from "./problem.ts";
import type { SignInByOrigin } from "./sign-in-section.ts";
import type { TrustRequest } from "./trust-request.ts";

export interface Configuration {
  /** One of each name; first the project's, then the user's. Those that must not start are held. */
  readonly servers: readonly ServerSpec[];
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

export interface PolicySection {
  readonly source: "user" | "project";
  readonly file: string;
  readonly policy: unknown;
}

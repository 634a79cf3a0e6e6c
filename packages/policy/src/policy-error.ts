/**
 * An error of the policy. A denial is not an error but a decision.
 */

import { CodedError } from "@tenon/basis";

export interface Problem {
  /** Where in the document: `rules[2].when.tool`. Empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

export type PolicyErrorCode =
  /** A document is invalid; `details.problems` has each problem with its path. */
  | "invalid_document"
  /** A rule made in code has a pattern that cannot be read. */
  | "invalid_rule"
  /** A value is nested too deeply. */
  | "too_deep"
  /** A host name resolved to an address that the policy does not allow. */
  | "address_refused";

export interface PolicyErrorDetails {
  readonly problems?: readonly Problem[];
  readonly pattern?: string;
  readonly host?: string;
  readonly address?: string;
}

export class PolicyError extends CodedError<PolicyErrorCode, PolicyErrorDetails> {
  override readonly name = "PolicyError";

  constructor(code: PolicyErrorCode, message: string, details: PolicyErrorDetails = {}, options?: ErrorOptions) {
    super(code, message, details, options);
  }
}

/**
 * A question that the policy leaves open, on its way to a person or a fixed answer.
 */

import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

import type { SessionContext } from "../services.ts";

/**
 * The asker keeps an "always" itself, and asks only what earlier answers leave open: the same tools of a hub are asked about
 * by a proxy in this process. To say so allows nothing, so it is believed.
 */
export function isRememberedByAsker({ _meta }: Pick<RequestPermissionRequest, "_meta">): boolean {
  return objectOf(_meta?.["tenon"])["remembersAnswer"] === true;
}

/** Any `AnswerPermission`; one that asks a person can also say why, and remember the answer. */
export type AnswerOpenPermission = (
  request: RequestPermissionRequest,
  context: { readonly session: SessionContext; readonly signal: AbortSignal } & OpenQuestion,
) => Promise<RequestPermissionResponse>;

export interface OpenQuestion {
  /** Why the policy does not answer it. */
  readonly why?: string | undefined;
  readonly memory?: Memory | undefined;
}

/** What our side remembers of the answer; what the agent remembers is its own affair. */
export interface Memory {
  /** What "always" would mean to us, in sentences [D-14]. Empty if nothing is remembered. */
  readonly allow: readonly string[];
  readonly reject: readonly string[];
  /** To be called when a person has picked this option. Keeps what it says, if it says "always". */
  keep(option: PermissionOption): Promise<void>;
}

/**
 * Which of the offered options says yes, and which says no.
 *
 * Only an option that was offered is ever picked [R90], and never one whose id also stands for the opposite. A no is a
 * reject option; `cancelled` ends the whole turn in some agents, so it is the no of those that offer none [R91].
 */

import type { PermissionOption, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { Verdict } from "@tenon/policy";

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** Undefined if the agent offers no yes for this one time. "Always" is for a person to say [D-09]. */
export function optionToAllow(options: readonly PermissionOption[]): PermissionOption | undefined {
  return unambiguous(options).find(({ kind }) => kind === "allow_once");
}

export function optionToAllowAlways(options: readonly PermissionOption[]): PermissionOption | undefined {
  return unambiguous(options).find(({ kind }) => kind === "allow_always");
}

export function denial(options: readonly PermissionOption[]): RequestPermissionResponse {
  const usable = unambiguous(options);
  const once = usable.find(({ kind }) => kind === "reject_once");
  const option = once ?? usable.find(({ kind }) => kind === "reject_always");
  return option ? selected(option) : CANCELLED;
}

export function selected({ optionId }: PermissionOption): RequestPermissionResponse {
  return { outcome: { outcome: "selected", optionId } };
}

export function cancelled(): RequestPermissionResponse {
  return CANCELLED;
}

/** Those that mean one thing: an agent that gives a yes and a no the same id could read either. */
export function unambiguous(options: readonly PermissionOption[]): readonly PermissionOption[] {
  return options.filter((one) =>
    options.every((other) => other.optionId !== one.optionId || verdictOf(other) === verdictOf(one)),
  );
}

/** Undefined for a kind that we do not know. */
export function verdictOf({ kind }: Pick<PermissionOption, "kind">): Verdict | undefined {
  if (kind === "allow_once" || kind === "allow_always") return "allow";
  return kind === "reject_once" || kind === "reject_always" ? "reject" : undefined;
}

export type PermissionOutcome =
  | "allowed"
  | "denied"
  /** The turn was cancelled, or there was no answer. */
  | "cancelled"
  /** An option of a kind that we do not know. */
  | "unknown";

/** What an answer came to, in one word: for a timeline, or for an exit code. */
export function outcomeOf(
  options: readonly PermissionOption[],
  response: RequestPermissionResponse,
): { readonly outcome: PermissionOutcome; readonly option?: PermissionOption } {
  const { outcome } = response;
  if (outcome.outcome !== "selected") return { outcome: "cancelled" };
  const option = unambiguous(options).find(({ optionId }) => optionId === outcome.optionId);
  if (!option) return { outcome: "unknown" };
  const verdict = verdictOf(option);
  return { outcome: verdict === undefined ? "unknown" : verdict === "allow" ? "allowed" : "denied", option };
}

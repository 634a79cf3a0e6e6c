/**
 * Why a tool is in an offer or not: a code for programs, a sentence for people.
 */

import type { CatalogueTool } from "./catalogue-tool.ts";
import type { ResolvedInclude } from "./include-mode.ts";
import type { FoundTool } from "./search/tool-index.ts";

export type VerdictCode =
  | "always"
  | "given"
  | "used"
  | "kept"
  | "asked"
  | "found"
  | "not-found"
  | "over-budget"
  | "off"
  | "app-only";

export interface OfferVerdict {
  readonly tool: CatalogueTool;
  readonly isOffered: boolean;
  readonly code: VerdictCode;
  readonly reason: string;
  /** What it costs if it is offered. */
  readonly tokens: number;
}

export type Reason = Pick<OfferVerdict, "isOffered" | "code" | "reason">;

export const reasons = {
  always: ({ mode, setBy }: ResolvedInclude): Reason =>
    taken("always", mode ? `Always included (set by the ${setBy}).` : "Included: all tools together fit the budget."),
  given: (): Reason => taken("given", "Its server was given with the session."),
  used: (): Reason => taken("used", "Already used in this session."),
  kept: (): Reason => taken("kept", "Offered before in this session, so it stays."),
  asked: (): Reason => taken("asked", "The model asked for it."),
  found: (rank: number, { matches }: FoundTool): Reason =>
    taken("found", `Found (rank ${rank}: ${[...new Set(matches.map(({ phrase }) => phrase))].join(", ")}).`),
  notFound: (): Reason => left("not-found", "No match for this request."),
  overflow: (): Reason =>
    left(
      "over-budget",
      "The session has more tools than fit into one request; the model knows its name and can request it.",
    ),
  noTokens: (tokens: number): Reason =>
    left("over-budget", `Its ${tokens} tokens do not fit into the rest of the budget.`),
  noSeat: (): Reason => left("over-budget", "The request has its maximum number of tools."),
  madeRoom: (): Reason => left("over-budget", "Removed unused, for a tool that the model asked for."),
  off: ({ setBy }: ResolvedInclude): Reason => left("off", `Manual, so not offered (set by the ${setBy}).`),
  appOnly: (): Reason => left("app-only", "Made for the server's own user interface, not for the model."),
} as const;

function taken(code: VerdictCode, reason: string): Reason {
  return { isOffered: true, code, reason };
}

function left(code: VerdictCode, reason: string): Reason {
  return { isOffered: false, code, reason };
}

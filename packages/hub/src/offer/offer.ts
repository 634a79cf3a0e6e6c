/**
 * Chooses the tools that are put before the model in one request, and says of every tool why it is in or out.
 *
 * Equal requests get equal offers, byte for byte. A tool that was offered stays, at its place, and new ones come after
 * it: a prompt cache holds as long as nothing before it changes [P72].
 */

import { decideVerdicts } from "./decide-verdicts.ts";
import { FIND_TOOLS } from "./find-tools.ts";
import type { OfferBudget, OfferRequest } from "./offer-request.ts";
import type { Room } from "./seat-tools.ts";
import { estimateTokens } from "./token-cost.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import type { Verdict } from "./verdict.ts";

export interface Offer {
  /** In order, with `find_tools` among them when something was left out. */
  readonly tools: readonly ToolDefinition[];
  /** One for each tool of the catalogue, in its order. */
  readonly verdicts: readonly Verdict[];
  /** To be given back with the session's next request. Names of tools that are away keep their place. */
  readonly order: readonly string[];
  readonly tokens: { readonly offered: number; readonly everything: number; readonly limit: number };
  readonly warnings: readonly OfferWarning[];
}

export interface OfferWarning {
  readonly code: "over-budget" | "too-many-tools";
  readonly message: string;
}

const USUAL: OfferBudget = {
  contextTokens: 200_000,
  share: 0.05,
  mostTools: 100,
  mostFound: 8,
  mostFoundTokens: 3_500,
};

export function offer(request: OfferRequest): Offer {
  const { index, before = [] } = request;
  const budget = { ...USUAL, ...request.budget };
  const limit = Math.floor(budget.contextTokens * budget.share);
  const findToolsTokens = estimateTokens(FIND_TOOLS);

  const foundTokens = budget.mostFoundTokens;
  const decideIn = (room: Omit<Room, "foundTokens">) =>
    decideVerdicts(request, { room: { ...room, foundTokens }, mostFound: budget.mostFound });
  const alone = before.includes(FIND_TOOLS.name) ? undefined : decideIn({ tokens: limit, tools: budget.mostTools });
  // Where all are in, there is nothing for find_tools to find; but once offered it stays, like the others.
  const hasFindTools = !alone || alone.verdicts.some(isMissed);
  const { verdicts, newNames, refused } =
    alone && !hasFindTools ? alone : decideIn({ tokens: limit - findToolsTokens, tools: budget.mostTools - 1 });

  const offered = new Map<string, ToolDefinition>(hasFindTools ? [[FIND_TOOLS.name, FIND_TOOLS]] : []);
  for (const { tool, isOffered } of verdicts) if (isOffered) offered.set(tool.name, definitionOf(tool));
  const known = new Set(index.tools.map(({ name }) => name));
  const stay = before.filter((name) => offered.has(name) || !known.has(name));
  const order = [...new Set([...stay, ...(hasFindTools ? [FIND_TOOLS.name] : []), ...newNames])];
  const tokens = sum(verdicts.filter(({ isOffered }) => isOffered)) + (hasFindTools ? findToolsTokens : 0);
  return {
    tools: order.flatMap((name) => offered.get(name) ?? []),
    verdicts,
    order,
    tokens: { offered: tokens, everything: sum(verdicts.filter(({ code }) => code !== "app-only")), limit },
    warnings: [
      ...(tokens > limit ? [overBudget(tokens, limit)] : []),
      ...(refused.length > 0 ? [tooManyTools(refused, budget.mostTools)] : []),
    ],
  };
}

function isMissed({ isOffered, code }: Verdict): boolean {
  return !isOffered && code !== "off" && code !== "app-only";
}

function definitionOf({ name, description, inputSchema }: ToolDefinition): ToolDefinition {
  return { name, description, inputSchema };
}

function sum(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((total, { tokens }) => total + tokens, 0);
}

function overBudget(tokens: number, limit: number): OfferWarning {
  return {
    code: "over-budget",
    message: `The tools that are always included or chosen take ${tokens} tokens, the budget is ${limit}.`,
  };
}

function tooManyTools(refused: readonly string[], mostTools: number): OfferWarning {
  return {
    code: "too-many-tools",
    message: `At most ${mostTools} tools can be offered. Left out although always included or chosen: ${refused.join(", ")}.`,
  };
}

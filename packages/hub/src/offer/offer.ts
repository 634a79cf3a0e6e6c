/**
 * Chooses the tools that are put before the model in one request, and says of every tool why it is in or out. Tools of
 * servers that the client gave are all in, and first; search is for the others, and for what of them does not fit.
 *
 * Equal requests get equal offers, byte for byte. A tool that was offered stays, at its place, and new ones come after
 * it: a prompt cache holds as long as nothing before it changes [P72].
 */

import type { CatalogueTool, ToolDefinition } from "./catalogue-tool.ts";
import { decideVerdicts } from "./decide-verdicts.ts";
import { FIND_TOOLS, findToolsAmong } from "./find-tools.ts";
import { nameIndex } from "./name-index.ts";
import { resolveInclude } from "./include-mode.ts";
import type { OfferBudget, OfferRequest } from "./offer-request.ts";
import type { Capacity } from "./seat-tools.ts";
import { estimateTokens } from "./token-cost.ts";
import type { OfferVerdict } from "./verdict.ts";

export interface Offer {
  /** In order, with `find_tools` among them when something was left out. */
  readonly tools: readonly ToolDefinition[];
  /** One for each tool of the catalogue, in its order. */
  readonly verdicts: readonly OfferVerdict[];
  /** To be given back with the session's next request. Names of tools that are away keep their place. */
  readonly order: readonly string[];
  readonly tokens: { readonly offered: number; readonly everything: number; readonly limit: number };
  /** For the model, where given tools did not fit: their names, a line each. */
  readonly index?: string;
  readonly warnings: readonly OfferWarning[];
}

export interface OfferWarning {
  readonly code: "over-budget" | "too-many-tools" | "given-left-out";
  readonly message: string;
}

const DEFAULT_BUDGET: OfferBudget = {
  contextTokens: 200_000,
  share: 0.05,
  givenShare: 0.1,
  mostTools: 100,
  mostFound: 8,
  mostFoundTokens: 3_500,
};

export function offer(request: OfferRequest): Offer {
  const { index, before = [] } = request;
  const budget = { ...DEFAULT_BUDGET, ...request.budget };
  const context = Math.min(budget.contextTokens, request.modelContext ?? Infinity);
  const limit = Math.floor(context * budget.share);
  const purses = {
    givenTokens: Math.floor(context * budget.givenShare),
    foundTokens: budget.mostFoundTokens,
  };
  const decideIn = (capacity: Pick<Capacity, "tokens" | "tools">) =>
    decideVerdicts(request, { capacity: { ...capacity, ...purses }, mostFound: budget.mostFound });
  const alone = before.includes(FIND_TOOLS.name) ? undefined : decideIn({ tokens: limit, tools: budget.mostTools });
  // Where all are in, there is nothing for find_tools to find; but once offered it stays, like the others.
  const hasFindTools = !alone || alone.verdicts.some(isMissed);
  const findTools = hasFindTools ? findToolsIn(request) : undefined;
  const findToolsTokens = findTools ? estimateTokens(findTools) : 0;
  const { verdicts, newNames, refused, overflow } =
    alone && !findTools ? alone : decideIn({ tokens: limit - findToolsTokens, tools: budget.mostTools - 1 });

  const offered = new Map<string, ToolDefinition>(findTools ? [[FIND_TOOLS.name, findTools]] : []);
  for (const { tool, isOffered } of verdicts) if (isOffered) offered.set(tool.name, definitionOf(tool));
  const given = verdicts.filter(({ code }) => code === "given");
  const isGiven = new Set(given.map(({ tool }) => tool.name));
  const known = new Set(index.tools.map(({ name }) => name));
  const stay = before.filter((name) => offered.has(name) || !known.has(name));
  const newGiven = newNames.filter((name) => isGiven.has(name));
  const order = [...new Set([...stay, ...newGiven, ...(findTools ? [FIND_TOOLS.name] : []), ...newNames])];
  const tokens = sum(verdicts.filter(({ isOffered }) => isOffered)) + findToolsTokens;
  const whole = limit + sum(given);
  return {
    tools: order.flatMap((name) => offered.get(name) ?? []),
    verdicts,
    order,
    tokens: { offered: tokens, everything: sum(verdicts.filter(({ code }) => code !== "app-only")), limit: whole },
    ...(overflow.length > 0 && { index: nameIndex(overflow) }),
    warnings: [
      ...(overflow.length > 0 ? [givenLeftOut(given.length, overflow.length)] : []),
      ...(tokens > whole ? [overBudget(tokens, whole)] : []),
      ...(refused.length > 0 ? [tooManyTools(refused, budget.mostTools)] : []),
    ],
  };
}

function isMissed({ isOffered, code }: OfferVerdict): boolean {
  return !isOffered && code !== "off" && code !== "app-only";
}

function definitionOf({ name, description, inputSchema }: ToolDefinition): ToolDefinition {
  return { name, description, inputSchema };
}

function sum(verdicts: readonly OfferVerdict[]): number {
  return verdicts.reduce((total, { tokens }) => total + tokens, 0);
}

/** Of the tools that the model may have, not of those that are left out now: it must not change with each prompt. */
function findToolsIn({ index, include = {} }: OfferRequest): ToolDefinition {
  const isOpen = (tool: CatalogueTool) => !tool.isAppOnly && resolveInclude(tool, include).mode !== "manual";
  return findToolsAmong(index.tools.filter(isOpen));
}

function givenLeftOut(offered: number, left: number): OfferWarning {
  const message = `The servers sent with this session have ${offered + left} tools; ${offered} fit into a request. The model gets the names of the other ${left} and can request them.`;
  return { code: "given-left-out", message };
}

function overBudget(tokens: number, limit: number): OfferWarning {
  return {
    code: "over-budget",
    message: `The tools that are always included take ${tokens} tokens; the budget is ${limit}.`,
  };
}

function tooManyTools(refused: readonly string[], mostTools: number): OfferWarning {
  return {
    code: "too-many-tools",
    message: `At most ${mostTools} tools can be offered. Left out although always included: ${refused.join(", ")}.`,
  };
}

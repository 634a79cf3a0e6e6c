export type { CatalogueTool, IncludeMode, ToolDefinition } from "./catalogue-tool.ts";
export { answerFindTools, FIND_TOOLS, type FindToolsAnswer } from "./find-tools.ts";
export {
  type IncludeLevels,
  type IncludeRules,
  resolveInclude,
  type ResolvedInclude,
  type ServerInclude,
} from "./include-mode.ts";
export { offer, type Offer, type OfferWarning } from "./offer.ts";
export type { OfferBudget, OfferRequest } from "./offer-request.ts";
export {
  createToolIndex,
  type FoundTool,
  type Match,
  type SearchOptions,
  type ToolIndex,
} from "./search/tool-index.ts";
export { estimateTokens } from "./token-cost.ts";
export type { OfferVerdict, VerdictCode } from "./verdict.ts";

/**
 * What a session has been offered so far, so that the next offer keeps its order and what the model has found.
 */

import type { HubTool } from "./catalogue/hub-tool.ts";
import type { IncludeWord } from "./hub-types.ts";
import {
  answerFindTools,
  type CatalogueTool,
  createToolIndex,
  type FoundTool,
  type IncludeLevels,
  type IncludeRules,
  offer,
  type Offer,
  type OfferBudget,
  resolveInclude,
} from "./offer/index.ts";

export interface SessionOffer {
  /** The servers' tools have changed. */
  update(tools: readonly HubTool[]): void;
  next(prompt: string, options?: { readonly modelContext?: number | undefined }): Offer;
  /** Neither what is made for a user interface nor what a person keeps for themselves. */
  isForModels(tool: CatalogueTool): boolean;
  search(words: string, limit?: number): readonly FoundTool[];
  /** Answers the model's own search; what it finds is offered from then on. */
  find(args: Readonly<Record<string, unknown>>): string;
  /** The model has called this tool. */
  used(name: string): void;
  /** What a person says of a tool or a server in this session. */
  include(word: IncludeWord): void;
}

export function createSessionOffer(options: {
  readonly include?: IncludeLevels;
  readonly budget?: Partial<OfferBudget>;
}): SessionOffer {
  let index = createToolIndex();
  let before: readonly string[] = [];
  let include = options.include ?? {};
  const asked = new Set<string>();
  const used = new Set<string>();
  /** The last offer, as long as another would be the same: each step of a turn asks for one. */
  let last: { readonly prompt: string; readonly modelContext: number | undefined; readonly made: Offer } | undefined;
  const byServer = new Map<string, readonly HubTool[]>();
  const isForModels = (tool: CatalogueTool) =>
    tool.isAppOnly !== true && resolveInclude(tool, include).mode !== "manual";

  return {
    update(tools) {
      const indexBefore = index;
      const next = Map.groupBy(tools, ({ server }) => server);
      for (const server of byServer.keys()) if (!next.has(server)) index = index.removeServer(server);
      for (const [server, list] of next)
        if (!isSame(list, byServer.get(server))) index = index.replaceServer(server, list);
      byServer.clear();
      for (const [server, list] of next) byServer.set(server, list);
      if (index !== indexBefore) last = undefined;
    },
    next(prompt, { modelContext } = {}) {
      if (last && last.prompt === prompt && last.modelContext === modelContext) return last.made;
      const state = { index, before, asked: [...asked], used: [...used] };
      const made = offer({ ...options, ...state, prompt, include, modelContext });
      // A tool that is new in this offer is kept in the next, for another reason.
      last = isSameOrder(made.order, before) ? { prompt, modelContext, made } : undefined;
      before = made.order;
      return made;
    },
    isForModels,
    search: (words, limit = 10) => index.search(words, { limit, accept: isForModels }),
    find(args) {
      const { text, names } = answerFindTools(args, { index, accept: isForModels });
      for (const name of names) asked.add(name);
      last = undefined;
      return text;
    },
    used(name) {
      if (used.has(name)) return;
      used.add(name);
      last = undefined;
    },
    include(word) {
      include = { ...include, session: withWord(include.session ?? {}, word) };
      last = undefined;
    },
  };
}

/** Equal definitions come from the same listing, so comparing what they are made of is enough. */
function isSame(list: readonly HubTool[], before: readonly HubTool[] | undefined): boolean {
  return list.length === before?.length && list.every(({ definition }, at) => definition === before[at]?.definition);
}

function isSameOrder(order: readonly string[], before: readonly string[]): boolean {
  return order.length === before.length && order.every((name, at) => name === before[at]);
}

/** For the offer, a tool that is off is a manual one. */
function withWord(rules: IncludeRules, { server, tool, mode }: IncludeWord): IncludeRules {
  const include = mode === "off" ? "manual" : mode;
  const { [server]: before, ...others } = rules;
  if (tool === undefined) return include === undefined ? others : { ...others, [server]: { include } };
  const { [tool]: _, ...tools } = before?.tools ?? {};
  return { ...others, [server]: { ...before, tools: include === undefined ? tools : { ...tools, [tool]: include } } };
}

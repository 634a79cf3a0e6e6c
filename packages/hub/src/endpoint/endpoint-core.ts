/**
 * What all connections of an endpoint share: its hub and its tools.
 */

import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type Clock, monotonicClock, within } from "@tenon/basis";

import type { Hub } from "../hub-types.ts";
import type { EndpointEvent, EndpointOptions, Taker } from "./endpoint-types.ts";
import { createLogLevels, type LogLevels } from "./passing/log-levels.ts";
import { createPassedResources, type PassedResources } from "./passing/resources.ts";
import { serversWithSkills } from "./passing/skills.ts";
import { createSubscriptions, type Subscriptions } from "./passing/subscriptions.ts";
import { endpointNames } from "./tools/endpoint-name.ts";
import { listDefinition } from "./tools/list-definition.ts";
import { ownTools } from "./tools/own-tools.ts";
import { createToolTable, type ToolTable } from "./tools/tool-table.ts";

export interface EndpointCore {
  readonly options: EndpointOptions & { readonly taker: Taker };
  readonly clock: Clock;
  readonly table: ToolTable;
  readonly hub: Promise<Hub>;
  readonly resources: PassedResources;
  readonly subscriptions: Subscriptions;
  readonly logLevels: LogLevels;
  /** The names of its own tools, as far as this agent needs them. */
  readonly ownNames: ReadonlySet<string>;
  /** Undefined until it is open. */
  readonly hubNow: Hub | undefined;
  /** Never throws. */
  emit(event: EndpointEvent): void;
  /** What is known now; the first time, of agents that never ask again, after a short wait. */
  listTools(signal: AbortSignal): Promise<ListToolsResult>;
}

// Four of ten measured agents list once, at their start. They allow 30 s or more for it, and most servers that npx starts from
// its cache are there after 2 s.
const LIST_WAIT_MS = 2_000;

// `mcp__tenon__` and 52 are the 64 characters of most providers; of the measured agents that cut, qwen cuts first, at 25,000.
const CAUTIOUS: Taker = {
  nameLength: 52,
  resultCharacters: 25_000,
  isKeptByProgress: false,
  drops: [],
  followsChanges: false,
};

export function createEndpointCore(given: EndpointOptions): EndpointCore {
  const { clock = monotonicClock } = given;
  const taker = { ...CAUTIOUS, ...given.taker };
  const options = { ...given, taker };
  const { searchTools = true } = options;
  const functions = new Set(options.functions?.map(({ name }) => name));
  const own = ownTools(options, { ofHub: [], hasSkills: true }).filter(({ name }) => !functions.has(name));
  const ownNames = new Set(own.map(({ name }) => name));
  const { listWaitMs = taker.followsChanges ? 0 : LIST_WAIT_MS } = options;
  const opening = openingHub(options.hub);
  const { hub } = opening;
  let hasListed = false;
  const resources = createPassedResources();
  const table = createToolTable({
    hub: opening.now,
    functions: options.functions ?? [],
    listsAll: !searchTools,
    owner: options.serverInfo.name,
    nameOf: endpointNames({ ...options, owner: options.serverInfo.name }),
    ownNames,
  });

  return {
    options,
    clock,
    table,
    ownNames,
    hub,
    resources,
    subscriptions: createSubscriptions({ hub, resources, permit: options.permit, clock }),
    logLevels: createLogLevels(opening.now),
    get hubNow() {
      return opening.now();
    },
    emit(event) {
      try {
        options.onEvent?.(event);
      } catch {
        // A listener that throws must not cost the call that the event is about.
      }
    },
    async listTools(signal) {
      if (!hasListed && listWaitMs > 0) await untilReady(hub, { waitMs: listWaitMs, clock, signal });
      signal.throwIfAborted();
      hasListed = true;
      const listed = table.listed();
      this.emit({ type: "listed", tools: listed.map(({ name }) => name) });
      const definitions = listed.map((tool) => listDefinition(tool, { isWhole: !searchTools, meta: taker.toolMeta }));
      const hubNow = opening.now();
      const hasSkills = hubNow !== undefined && serversWithSkills(hubNow).length > 0;
      const own = ownTools(options, { ofHub: table.ofHub, hasSkills }).filter(({ name }) => ownNames.has(name));
      return { tools: [...own, ...definitions] };
    },
  };
}

function openingHub(given: EndpointOptions["hub"]): { readonly hub: Promise<Hub>; now(): Hub | undefined } {
  const hub = given ? Promise.resolve(given) : Promise.reject(new Error("This server has tools only."));
  let now: Hub | undefined;
  hub.then(
    (opened) => (now = opened),
    () => {}, // Each request that needs it says so.
  );
  return { hub, now: () => now };
}

/** Waits for servers that are starting, within its time. Never rejects. */
async function untilReady(
  hub: Promise<Hub>,
  { waitMs, clock, signal }: { readonly waitMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const waited = new AbortController();
  const either = AbortSignal.any([signal, waited.signal]);
  const ready = async () => await (await hub).ready({ waitMs, signal: either });
  await within(waitMs, ready(), { clock, signal }).catch(() => {}); // cancelled, or the hub does not open
  waited.abort();
}

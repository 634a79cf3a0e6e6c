/**
 * Calls of a hub's tools, by the names the model sees.
 */

import { defined, errorCode, measured, monotonicClock, type Outcome } from "@tenon/basis";

import { callTool, type HubResult } from "./call/call-tool.ts";
import type { Deadline } from "./call/deadline.ts";
import type { OpenPages } from "./call/required-pages.ts";
import type { SpillFolder } from "./call/result/spill-folder.ts";
import type { HubContext } from "./hub-context.ts";
import type { HubServers } from "./hub-servers.ts";
import type { CallOptions, Hub } from "./hub-types.ts";
import { FIND_TOOLS } from "./offer/index.ts";
import { ServerError } from "./server-error.ts";
import type { SessionOffer } from "./session-offer.ts";

export function createHubCalls(hub: {
  readonly context: HubContext;
  readonly servers: HubServers;
  readonly offers: SessionOffer;
  readonly spill: SpillFolder;
}): Hub["call"] {
  const { context, servers, offers, spill } = hub;
  let calls = 0;
  return async (name, args, options = {}) => {
    const { signal = new AbortController().signal, onProgress, meta, id, openBrowser, resultCharacters } = options;
    if (name === FIND_TOOLS.name) return plainResult(offers.find(args));
    const found = servers.ofTool(name);
    if (!found) throw new ServerError("unknown", `No tool named ${name}`);
    const { tool, server: entry } = found;
    offers.used(name);
    const request = {
      tool: tool.definition,
      args,
      signal,
      onMessage: context.secrets.listenTo?.(tool.server, id),
      onProgress: onProgress ?? (() => {}),
    };
    const from = { server: tool.server, signal, waitMs: entry.limits.callMs, clock: monotonicClock };
    const surroundings = {
      limits: { ...entry.limits, ...defined({ resultCharacters }) },
      keep: spill.keepFor({ tool: name, call: `${(calls += 1)}` }),
      send: entry.server.call,
      whileAsked: (deadline: Deadline) => context.questions.during(tool.server, deadline),
      openPages: (...pages: Parameters<OpenPages>) => context.pages.open(...pages, from),
    };
    // Around the call and not within: while a person signs in, no time of the call runs.
    const run = (meta: CallOptions["meta"]) =>
      entry.signIn.run(() => callTool({ ...request, meta }, surroundings), { signal, ...defined({ openBrowser }) });
    const facts = { server: tool.server, tool: tool.definition.name };
    const calling = measured(context.telemetry.begin("mcp_call", facts, meta), run, { signal, outcomeOf });
    // A server's last words are part of its failure, and may contain its secrets.
    return await calling.catch((error: unknown) => {
      if (REFUSED_BY_RATE.has(errorCode(error) ?? "")) context.telemetry.count("refusals", 1, "rate");
      if (error instanceof Error) error.message = context.secrets.redact(error.message);
      throw error;
    });
  };
}

const REFUSED_BY_RATE: ReadonlySet<string> = new Set(["rate_limited", "too_many_waiting"]);

function outcomeOf({ forModel }: HubResult): Outcome {
  return forModel.isError ? "failed" : "ok";
}

function plainResult(text: string): HubResult {
  return {
    raw: { content: [{ type: "text", text }] },
    forModel: { parts: [{ type: "text", text }], isError: false },
    warnings: [],
  };
}

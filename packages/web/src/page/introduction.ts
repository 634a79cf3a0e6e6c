/**
 * How the page introduces itself to agents, and what they may ask it.
 */

import type { InitializeRequest } from "@agentclientprotocol/sdk";

export const QUESTION_METHODS: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);

export const INITIALIZE: InitializeRequest = {
  // A browser has no files or terminals on the agents' machine: the gateway provides them. Updates come from the feed.
  _meta: { tenon: { host: true, updates: false } },
  protocolVersion: 1,
  clientInfo: { name: "tenon-page", title: "Tenon page", version: "0.1.0" },
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {}, url: {} },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
  },
};

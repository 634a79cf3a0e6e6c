/**
 * How the page introduces itself to agents, and what they may ask it.
 */

import type { InitializeRequest } from "@agentclientprotocol/sdk";

export const QUESTION_METHODS: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);

/** A browser has no files and no terminals of the machine where agents run; the gateway has them in its place. */
const HOST = { _meta: { tenon: { host: true } } };

export const INITIALIZE: InitializeRequest = {
  ...HOST,
  protocolVersion: 1,
  clientInfo: { name: "tenon-page", title: "Tenon page", version: "0.1.0" },
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {}, url: {} },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
  },
};

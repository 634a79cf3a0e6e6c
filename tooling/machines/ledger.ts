/**
 * The MCP server of one machine: it knows every call that this machine has made.
 */

import { defineTool, defineToolset, jsonSchema } from "@tenon/toolset";
import { serveHttp } from "@tenon/toolset/node";

export interface ToolCall {
  /** The turn that asked for it. */
  readonly turn: string;
}

export interface Ledger extends AsyncDisposable {
  readonly url: string;
}

const input = jsonSchema<{ readonly turn: string }>({
  type: "object",
  properties: { turn: { type: "string" } },
  required: ["turn"],
});

export async function openLedger(onCall: (call: ToolCall) => void): Promise<Ledger> {
  const note = defineTool({
    name: "note",
    description: "Notes the turn.",
    input,
    annotations: { readOnlyHint: true },
    async run({ turn }) {
      onCall({ turn });
      return `noted ${turn}`;
    },
  });
  return await serveHttp(defineToolset({ name: "ledger", version: "1.0.0", tools: [note] }), { log: () => {} });
}

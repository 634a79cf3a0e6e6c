/**
 * A program of yours as an ACP agent, for any editor: our agent with one tool, mode, slash command and method of the program.
 */

import { Readable, Writable } from "node:stream";

import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type Command, type Mode, type ProgramMethod, rehearsalModel, serveAgent } from "@tenon/agent";
import { defineTool, jsonSchema, ToolError } from "@tenon/toolset";

const orders = new Map([
  ["A-17", { state: "shipped", parcels: 2 }],
  ["A-18", { state: "being packed", parcels: 1 }],
]);

const orderState = defineTool({
  name: "order_state",
  description: "The state of an order, by its number.",
  input: jsonSchema<{ order: string }>({
    type: "object",
    properties: { order: { type: "string", description: "The number, such as A-17" } },
    required: ["order"],
  }),
  run({ order }) {
    const found = orders.get(order);
    if (!found) throw new ToolError("not_found", `There is no order ${order}`, { hint: "Numbers look like A-17." });
    return found;
  },
});

const support: Mode = {
  id: "support",
  name: "Support",
  description: "Looks up orders without asking; runs no commands",
  beneath: [{ effect: "allow", when: { tool: "order_state" }, why: "it only reads" }],
  above: [{ effect: "deny", when: { subject: "command" }, why: "the session is in support mode" }],
  instruction: "You answer questions of customers. Be short and kind.",
};

const late: Command = {
  name: "late",
  description: "Looks for orders that are late",
  hint: "[days]",
  run: async (days) => `Which orders have not been shipped for ${days || "3"} days?`,
};

const count: ProgramMethod = async (_params, { notify }) => {
  await notify("_shop/counted", { at: new Date().toISOString() });
  return { orders: orders.size };
};

serveAgent(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)), {
  version: "1.0.0",
  model: rehearsalModel(), // needs no key; `models: openModels({ env: process.env })` has the real ones
  tools: [orderState],
  modes: [support],
  commands: [late],
  methods: { "_shop/count": count },
});

/**
 * A function of this program as a tool of an agent: the model looks up orders that exist in this process only.
 */

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { answerAlways, connectAgent } from "@tenon/client";
import { createTimeline } from "@tenon/timeline";
import { defineTool, jsonSchema, ToolError } from "@tenon/toolset";

const orders = new Map([
  ["A-17", { state: "shipped", parcels: 2 }],
  ["A-18", { state: "being packed", parcels: 1 }],
]);

const orderState = defineTool({
  name: "order_state",
  description: "The state of an order, by its number.",
  annotations: { readOnlyHint: true },
  input: jsonSchema<{ order: string }>({
    type: "object",
    properties: { order: { type: "string", description: "The number, such as A-17" } },
    required: ["order"],
  }),
  run({ order }) {
    const found = orders.get(order);
    if (!found) throw new ToolError("not_found", `There is no order ${order}`);
    return found;
  },
});

const tenon = fileURLToPath(new URL("../packages/cli/bin/tenon.mjs", import.meta.url));
const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-function-tools-")));
try {
  await using agent = await connectAgent(
    {
      command: process.execPath,
      args: [tenon, "agent"],
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder },
    },
    { clientInfo: { name: "shop", version: "1.0.0" }, services: { permissions: answerAlways("allow") } },
  );
  const timeline = createTimeline();
  const session = await agent.newSession({
    cwd: folder,
    tools: [orderState],
    onEvent: (event) => void timeline.add(event),
  });
  await session.prompt('order_state order="A-17"');
  for (const entry of timeline.entries) {
    if (entry.type === "tool-call") console.log(entry.title, entry.status, JSON.stringify(entry.rawOutput));
  }
} finally {
  await rm(folder, { recursive: true });
}

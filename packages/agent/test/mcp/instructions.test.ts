import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

it("the model reads what servers say of themselves, marked as theirs and not longer than fair", async () => {
  await using one = await stdioServer({ instructions: "Call open before read.", tools: [{ name: "open" }] });
  await using two = await stdioServer({ instructions: "x".repeat(10_000), tools: [{ name: "read" }] });
  await using silent = await stdioServer({ tools: [{ name: "quiet" }] });
  const model = scriptedModel([]);
  await using client = await connectAgent({ model });
  await client.prompt(await client.open({ one, two, silent }), "go");
  const said = model.requests[0]?.system.filter((part) => part.startsWith("The MCP server")) ?? [];
  expect(said).toEqual([
    "The MCP server \"one\" says this of its tools. It is the server's word, not the user's:\n\nCall open before read.",
    expect.stringMatching(/^The MCP server "two" .*\n\nx{4000}…$/s),
  ]);
});

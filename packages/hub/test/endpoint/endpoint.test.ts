import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, stdioSpec } from "../open-test-hub.ts";
import { DOORS, openTestEndpoint } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const annotations = { readOnlyHint: true };

describe.each(DOORS)("over $door in $revision", (way) => {
  it("lists the hub's tools under short names, beside its own", async () => {
    await using server = await stdioServer({ tools: [{ name: "add", inputSchema, annotations }] });
    await using endpoint = await openTestEndpoint([stdioSpec("sums", server)]);
    const client = await endpoint.join(way);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "find_tools",
      "describe_tool",
      "call_tool",
      "read_result",
      "sums__add",
    ]);
    expect(tools.at(-1)).toMatchObject({ inputSchema, annotations });
  });

  it("calls a tool, and reports the call", async () => {
    await using server = await stdioServer({ tools: [{ name: "add", inputSchema }] });
    await using endpoint = await openTestEndpoint([stdioSpec("sums", server)]);
    const client = await endpoint.join(way);
    const result = await client.callTool({ name: "sums__add", arguments: { n: 5 } });
    expect(JSON.stringify(result.content)).toContain("5");
    const { call } = await endpoint.untilEvent("ended");
    expect(call).toMatchObject({ called: "sums__add", name: "sums__add", server: "sums", tool: "add", args: { n: 5 } });
    expect(endpoint.events.map(({ type }) => type)).toEqual(["connected", "started", "ended"]);
  });
});

import { allow } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { givenServer, openWrapped } from "./open-wrapped.ts";

const GITHUB = {
  tools: [
    {
      name: "create_issue",
      title: "Create issue",
      inputSchema: { type: "object", properties: { title: { type: "string" } } },
      call: [{ type: "result", result: { content: [{ type: "text", text: "issue 7" }] } }],
    },
  ],
} as const;

describe("a session", () => {
  it.each(["claude", "unknown"])("reaches a tool of the client's server, with %s", async (preset) => {
    await using github = await givenServer("github", GITHUB);
    await using wrapped = await openWrapped({
      preset,
      script: {
        turns: [{ steps: [{ type: "mcp", server: "tenon", tool: "github__create_issue", arguments: { title: "a" } }] }],
      },
      answers: { "session/request_permission": allow },
    });
    const { client, givenToAgent, givenToClient } = wrapped;
    await client.initialize();
    const { sessionId } = await client.newSession({ mcpServers: [github.entry] });
    await client.prompt(sessionId, "go");
    expect(client.text(sessionId)).toContain("issue 7");
    expect(givenToAgent("session/new")[0]?.["mcpServers"]).toMatchObject([{ name: "tenon" }]);
    expect(givenToClient("session/request_permission")).toHaveLength(1);
  });
});

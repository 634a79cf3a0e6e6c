/**
 * What a client asks about the servers of a session of another agent, beside attaching and detaching them.
 */

import { allow } from "@tenon/testkit/acp";
import type { ServerScript } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { givenServer, openWrapped } from "./open-wrapped.ts";

const NOTES: ServerScript = {
  tools: [{ name: "add", description: "Adds a note." }],
  resources: [
    { uri: "notes://plan", name: "Plan", mimeType: "text/markdown", text: "first this, then that" },
    { uri: "notes://hid\u200Bden", name: "Hidden", text: "no" },
  ],
};
const ADD = { type: "mcp", server: "tenon", tool: "notes__add", arguments: {} } as const;

it("lists the resources of its servers, for a menu to choose from", async () => {
  await using notes = await givenServer("notes", NOTES);
  await using plain = await givenServer("plain", { tools: [{ name: "x" }] });
  await using wrapped = await openWrapped({ waitsForServers: true });
  const { client } = wrapped;
  await client.initialize();
  const { sessionId } = await client.newSession({ mcpServers: [plain.entry, notes.entry] });
  await client.prompt(sessionId, "hello");
  expect(await client.request("_tenon/resources/list", { sessionId })).toEqual({
    resources: [{ server: "notes", uri: "notes://plan", name: "Plan", mimeType: "text/markdown" }],
  });
  expect(await client.request("_tenon/receipts", { sessionId })).toMatchObject({
    methods: expect.arrayContaining(["_tenon/resources/list"]),
  });
});

it("says what the tools cost that its agent has listed, once it has", async () => {
  await using notes = await givenServer("notes", NOTES);
  await using wrapped = await openWrapped({
    script: { turns: [{ steps: [ADD] }] },
    answers: { "session/request_permission": allow },
  });
  const { client } = wrapped;
  await client.initialize();
  const { sessionId } = await client.newSession({ mcpServers: [notes.entry] });
  expect(await client.request("_tenon/receipts", { sessionId })).not.toHaveProperty("tokens");
  await client.prompt(sessionId, "add it");
  const { tokens } = await client.request<{ tokens: Record<string, unknown> }>("_tenon/receipts", { sessionId });
  expect(tokens).toMatchObject({ servers: [{ server: "notes", offered: tokens["offered"] }] });
  expect(tokens["offered"]).toBeGreaterThan(10);
  const { tools } = await client.request<{ tools: object[] }>("_tenon/tools/search", { sessionId, server: "notes" });
  expect(tools).toMatchObject([{ tool: "add", isOffered: true, tokens: tokens["offered"] }]);
});

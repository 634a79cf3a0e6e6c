import type { CreateElicitationRequest } from "@agentclientprotocol/sdk";
import { calls } from "@tenon/testkit/acp";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel, serverTools } from "../support/scripted-model.ts";

describe("/mcp", () => {
  it("[S-08] shows how far each server has got, with the last failure and what to do", async () => {
    await using good = await stdioServer({ tools: [{ name: "echo" }] });
    await using client = await connectAgent();
    const missing = { name: "gone", command: "/no/such/program", args: [], env: [] };
    const { sessionId } = await client.newSession({ mcpServers: [stdio("good", good), missing] });
    await client.prompt(sessionId, "hello");
    await client.prompt(sessionId, "/mcp");
    expect(client.text(sessionId)).toContain("- **good** (stdio): seen, 1 tool\n");
    expect(client.text(sessionId)).toMatch(
      /\*\*gone\*\* \(stdio\): failed, 0 tools — .*program.* `\/mcp restart gone`/,
    );
  });

  it("[O-03] disconnects and connects again, and the model's tools follow", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({ s: server });
    const offered = async () => {
      await client.prompt(sessionId, "hello");
      return serverTools(model.requests.at(-1)).length;
    };
    await expect(offered()).resolves.toBe(1);
    await client.prompt(sessionId, "/mcp disconnect s");
    await server.until("input-end");
    await expect(offered()).resolves.toBe(0);
    await client.prompt(sessionId, "/mcp");
    expect(client.text(sessionId)).toContain("**s**: disconnected. Run `/mcp connect s` to connect it again.");
    await client.prompt(sessionId, "/mcp connect s");
    expect(client.text(sessionId)).toContain("s is connected: 1 tool.");
    await expect(offered()).resolves.toBe(1);
  });

  it("connects a new server by its URL, and refuses a name that is taken", async () => {
    await using server = await startHttpServer({ tools: [{ name: "one" }, { name: "two" }] });
    await using client = await connectAgent();
    const sessionId = await client.open();
    await client.prompt(sessionId, `/mcp connect web ${server.url}`);
    expect(client.text(sessionId)).toContain("web is connected: 2 tools.");
    await client.prompt(sessionId, `/mcp connect web ${server.url}`);
    expect(client.text(sessionId)).toContain("A server named web already exists.");
    await client.prompt(sessionId, "/mcp connect broken /no/such/program --flag");
    expect(client.text(sessionId)).toMatch(/no command.*\/no\/such\/program|\/no\/such\/program/);
    await client.prompt(sessionId, "/mcp restart nobody");
    expect(client.text(sessionId)).toContain("No server named nobody");
  });

  it("[O-03] what was connected by hand is known again when the session is loaded, and starts when the user says so", async () => {
    await using server = await startHttpServer({ tools: [{ name: "one" }] });
    const model = scriptedModel([]);
    await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
    const sessionId = await client.open();
    await client.prompt(sessionId, `/mcp connect web ${server.url}`);
    await client.prompt(sessionId, "/mcp connect gone /no/such/program");
    await client.prompt(sessionId, "/mcp disconnect gone");
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const notice = await client.until((update) => JSON.stringify(update).includes("web is not connected"));
    expect(JSON.stringify(notice)).toContain("Run `/mcp connect web` to connect it again.");
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests.at(-1))).toEqual([]);
    await client.prompt(sessionId, "/mcp connect web");
    await client.prompt(sessionId, "hello");
    expect(serverTools(model.requests.at(-1))).toEqual(["mcp__web__one"]);
    expect(JSON.stringify(client.updates(sessionId))).not.toContain("gone is not connected");
  });

  it("[R-03] [R146] [R147] signs in: the client opens the page, and is notified when it is done", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    const asked: CreateElicitationRequest[] = [];
    await using client = await connectAgent({
      capabilities: { elicitation: { url: {} } },
      answers: {
        "elicitation/create": (params) => {
          asked.push(params);
          // The person agrees at once, and signs in after that.
          if ("url" in params) void fetch(String(params.url)).then((page) => page.text());
          return { action: "accept" };
        },
      },
    });
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }],
    });
    await client.prompt(sessionId, "hello");
    // As two words, too.
    await client.prompt(sessionId, "/mcp sign in vault");
    expect(client.text(sessionId)).toMatch(/You are signed in to vault: \d+ tools?\./);
    expect(asked).toMatchObject([{ mode: "url", sessionId, message: "vault needs you to sign in." }]);
    expect(client.transcript.entries.filter(calls("elicitation/complete"))).toHaveLength(1);
  });

  it("shows the address to a client that opens no pages", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    await using client = await connectAgent({ capabilities: { session: { notices: {} } } });
    const { sessionId } = await client.newSession({
      mcpServers: [{ type: "http", name: "vault", url: server.url, headers: [] }],
    });
    await client.prompt(sessionId, "hello");
    const turn = client.prompt(sessionId, "/mcp sign-in vault");
    const isAddress = ({ title }: { readonly title: string }) => title === "To sign in to vault, open this page";
    const notice = await client.until((update) => update.sessionUpdate === "notice" && isAddress(update));
    const { description } = JSON.parse(JSON.stringify(notice));
    await (await fetch(description)).text();
    await turn;
    expect(client.text(sessionId)).toContain("You are signed in to vault");
  });
});

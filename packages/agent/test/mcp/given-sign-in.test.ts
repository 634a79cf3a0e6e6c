import { openMemoryJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("how to sign in, with a server that the client gives", () => {
  it.each([
    [
      "client credentials",
      { clientId: "editor", clientSecret: "sesame-open-17", grant: "client_credentials" },
      { grant_type: "client_credentials", client_secret: "sesame-open-17" },
    ],
    [
      "a workload's identity",
      { clientId: "editor", assertion: "sesame.open.17" },
      { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: "sesame.open.17" },
    ],
  ])("[M33] uses %s, and keeps no secret of it", async (_, signIn, sent) => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    provider.habits.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const journal = openMemoryJournal();
    const model = scriptedModel([{ calls: [{ name: "mcp__vault__read" }] }]);
    await using client = await connectAgent({ model, services: { openJournal: async () => journal } });
    const { sessionId } = await client.newSession({ mcpServers: [entry(server.url, signIn)] });
    await client.prompt(sessionId, "go");
    expect(Object.fromEntries(provider.tokenRequests[0]?.parameters ?? [])).toMatchObject(sent);
    const record = JSON.stringify(await journal.read(sessionId));
    expect(record).toContain("did read");
    expect(record).not.toMatch(/sesame.open.17/);
  });

  it("[M33] uses the client that an editor has registered, with a person", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    provider.habits.registers = false;
    await using client = await connectAgent({
      capabilities: { elicitation: { url: {} } },
      answers: {
        "elicitation/create": async (params) => {
          if ("url" in params) await (await fetch(String(params.url))).text();
          return { action: "accept" };
        },
      },
    });
    const { sessionId } = await client.newSession({ mcpServers: [entry(server.url, { clientId: "registered" })] });
    await client.prompt(sessionId, "/mcp sign-in vault");
    expect(client.text(sessionId)).toContain("You are signed in to vault");
    expect(provider.authorizations[0]?.get("client_id")).toBe("registered");
  });

  it.each([
    [{ assertionFile: "/etc/passwd" }, "assertionFile is not known"],
    [{ identityProvider: { idTokenFile: "/etc/passwd" } }, "identityProvider.idTokenFile is not known"],
    [{ clientSecret: 7 }, "clientSecret must be a non-empty string"],
    [{ scopes: "all" }, "scopes must be an array of strings"],
    [{ grant: "password" }, "grant must be authorization_code or client_credentials"],
    [{ redirectPort: 99_999 }, "redirectPort must be a port"],
    ["everything", "signIn must be an object"],
  ])("[M33] refuses %j, and names the place: %s", async (signIn, reason) => {
    await using client = await connectAgent();
    const opening = client.newSession({ mcpServers: [entry("https://example.com/mcp", signIn)] });
    await expect(opening).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(
        `mcpServers[0]._meta.tenon.${reason.startsWith("signIn") ? "" : "signIn."}${reason}`,
      ),
    });
  });
});

function entry(url: string, signIn: unknown) {
  return { type: "http" as const, name: "vault", url, headers: [], _meta: { tenon: { signIn } } };
}

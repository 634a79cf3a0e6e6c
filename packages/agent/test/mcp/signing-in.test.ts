import { openMemoryJournal } from "@tenon/journal";
import { calls, type ClientAnswers } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("a call that wants more rights", () => {
  it("[M32] opens a page in the client, with its tool call, and is made again", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    const asked: unknown[] = [];
    await using client = await connectAgent({
      model: callingAdmin(),
      capabilities: { elicitation: { url: {} } },
      answers: agreeing(asked),
    });
    const { sessionId } = await client.newSession({ mcpServers: [vault(server.url)] });
    await client.prompt(sessionId, "/mcp sign-in vault");
    await client.prompt(sessionId, "go");
    expect(asked[1]).toMatchObject({ mode: "url", sessionId, toolCallId: "call-1" });
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ toolCallId: "call-1", status: "completed" }),
    );
    expect(client.transcript.entries.filter(calls("elicitation/complete"))).toHaveLength(2);
  });

  it("[M32] fails with what to do where the client opens no pages, and without the address", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    const model = callingAdmin();
    await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
    const { sessionId } = await client.newSession({ mcpServers: [vault(server.url)] });
    const turn = client.prompt(sessionId, "/mcp sign-in vault");
    const notice = await client.until(
      (update) => update.sessionUpdate === "notice" && update.title.startsWith("To sign in to vault"),
    );
    await (await fetch(JSON.parse(JSON.stringify(notice)).description)).text();
    await turn;
    await client.prompt(sessionId, "go");
    const seen = JSON.stringify(model.requests.at(-1));
    expect(seen).toContain("vault needs you to sign in again, to grant admin");
    expect(seen).not.toContain("code_challenge");
  });
});

it("[L] what is recorded of a sign-in cannot be used to finish it", async () => {
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  const journal = openMemoryJournal();
  await using client = await connectAgent({
    capabilities: { elicitation: { url: {} }, session: { notices: {} } },
    answers: agreeing([]),
    services: { openJournal: async () => journal },
  });
  const { sessionId } = await client.newSession({ mcpServers: [vault(server.url)] });
  await client.prompt(sessionId, "/mcp sign-in vault");
  const record = JSON.stringify(await journal.read(sessionId));
  const [asked] = provider.authorizations;
  expect(record).toContain("/authorize");
  expect(asked?.get("state")).toHaveLength(43);
  for (const name of ["state", "code_challenge"]) expect(record).not.toContain(asked?.get(name));
});

function vault(url: string) {
  return { type: "http" as const, name: "vault", url, headers: [] };
}

function callingAdmin() {
  return scriptedModel([{ calls: [{ name: "mcp__vault__admin" }] }, { text: "done" }]);
}

/** A person who signs in wherever they are sent. */
function agreeing(asked: unknown[]): ClientAnswers {
  return {
    "elicitation/create": async (params) => {
      asked.push(params);
      if ("url" in params) await (await fetch(String(params.url))).text();
      return { action: "accept" };
    },
  };
}

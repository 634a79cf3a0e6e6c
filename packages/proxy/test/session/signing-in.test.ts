import type { ClientAnswers } from "@tenon/testkit/acp";
import { calls, type Step } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { openWrapped, type Wrapped } from "./open-wrapped.ts";

const ALLOWED = [{ effect: "allow", when: { subject: "tool-call" } }] as const;
const call = (tool: string): Step => ({ type: "mcp", server: "tenon", tool, arguments: {} });

const vault = (url: string) => ({ type: "http" as const, name: "vault", url, headers: [] });

async function isWaiting({ client }: Wrapped): Promise<void> {
  await client.transcript.when(({ text }) => text.includes('"state":"needs sign-in"'));
}

async function isListed({ client }: Wrapped): Promise<void> {
  await client.transcript.when(({ text }) => text.includes('"state":"listed"'));
}

it("[M32] a server that needs a sign-in asks through the client with the first prompt, once, and so does a call", async () => {
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  const asked: unknown[] = [];
  await using wrapped = await openWrapped({
    preset: "claude",
    rules: ALLOWED,
    capabilities: { elicitation: { url: {} }, session: { notices: {} }, _meta: { tenon: {} } },
    answers: agreeing(asked),
    script: { turns: [{ steps: [] }, { steps: [call("vault__admin")] }] },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ mcpServers: [vault(server.url)] });
  await isWaiting(wrapped);
  expect(asked).toEqual([]);
  await wrapped.client.prompt(sessionId, "one");
  await isListed(wrapped);
  expect(asked).toMatchObject([{ mode: "url", sessionId, message: "vault needs you to sign in." }]);
  await wrapped.client.prompt(sessionId, "two");
  expect(asked).toHaveLength(2);
  expect(wrapped.client.transcript.entries.filter(calls("elicitation/complete"))).toHaveLength(2);
});

it("[M32] a client that opens no pages gets the address in a notice, and the server connects when it was opened", async () => {
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  await using wrapped = await openWrapped({
    preset: "claude",
    capabilities: { session: { notices: {} }, _meta: { tenon: {} } },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ mcpServers: [vault(server.url)] });
  await isWaiting(wrapped);
  await wrapped.client.prompt(sessionId, "one");
  const { text } = await wrapped.client.transcript.when(({ text }) => text.includes("To sign in to vault"));
  await (await fetch(JSON.parse(text).params.update.description)).text();
  await isListed(wrapped);
});

it("[M32] a page that the user does not open fails nothing, and is not asked about again", async () => {
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  let asked = 0;
  await using wrapped = await openWrapped({
    preset: "claude",
    capabilities: { elicitation: { url: {} }, _meta: { tenon: {} } },
    answers: {
      "elicitation/create": () => {
        asked += 1;
        return { action: "decline" };
      },
    },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ mcpServers: [vault(server.url)] });
  await isWaiting(wrapped);
  await wrapped.client.prompt(sessionId, "one");
  await wrapped.client.transcript.when(calls("elicitation/create"));
  await wrapped.client.prompt(sessionId, "two");
  expect(asked).toBe(1);
});

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

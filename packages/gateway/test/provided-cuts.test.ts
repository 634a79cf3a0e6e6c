/**
 * The line of a client that provides a server is cut again and again, at any message: every call is run exactly once, and
 * every result arrives.
 */

import { seededRandom } from "@tenon/testkit";
import { allow, everyClientCapability } from "@tenon/testkit/acp";
import { type ProvidedServer, providedServer, providing } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { patientHub } from "../../agent/test/support/patient-hub.ts";
import { scriptedModel } from "../../agent/test/support/scripted-model.ts";
import { forAgent, openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";
import { agentWithTools } from "./support/other-agent-with-tools.ts";

const SESSIONS = 4;
const CALLS = 6;
const CUTS = 25;
const ME = { _meta: { tenon: { client: "laptop-1" } } };
const numbers = Array.from({ length: CALLS }, (_, index) => index);

it.each(["tenon", "other"])("%s: nothing is lost and nothing is run twice", async (name) => {
  await using server = providedServer({ revision: "2026-07-28", tools: [{ name: "note", call: [{ type: "echo" }] }] });
  const steps = numbers.map((n) => ({ type: "mcp", server: "tenon", tool: "editor__note", arguments: { n } }) as const);
  await using other = await agentWithTools("other", { turns: [{ steps }] });
  await using gateway = openGateway({
    services: async () => ({ openHub: patientHub }),
    agents: [other.agent],
    // One after the other, in each session.
    model: {
      ...scriptedModel([]),
      async *answer(request) {
        const done = request.messages.filter(({ role }) => role === "tool").length;
        const calls = done < CALLS ? [{ name: "mcp__editor__note", args: { n: done } }] : [];
        yield* scriptedModel([{ text: "So.", calls }]).answer(request);
      },
    },
  });
  const random = seededRandom(20_261_116);
  let line = await connect(gateway, server);
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, () =>
      line.client.newSession({ mcpServers: [line.declaration], ...forAgent(name) }),
    ),
  );
  for (const { sessionId } of sessions) void line.client.prompt(sessionId, "go").catch(() => {});
  const done = new AbortController();
  const ended = sessions.map(({ sessionId }) => gateway.frames(sessionId, (frame) => frame.includes('"stopReason"')));
  const allEnded = Promise.all(ended).then(() => done.abort());
  for (let cut = 0; cut < CUTS && !done.signal.aborted; cut += 1) {
    const after = 1 + Math.floor(random() * 12);
    let seen = 0;
    line.client.disconnectWhen(({ from }) => from === "agent" && (seen += 1) === after);
    await Promise.race([line.client.connection.closed, allEnded]);
    await line.leave();
    line = await connect(gateway, server);
    const { declaration } = line;
    const resumed = sessions.map(({ sessionId }) =>
      line.client.request("session/resume", { sessionId, cwd: "/", mcpServers: [declaration] }),
    );
    await Promise.allSettled(resumed);
  }
  await allEnded;
  await line.leave();

  const starts = (await server.recorded()).filter(({ type }) => type === "call-start");
  expect(starts).toHaveLength(SESSIONS * CALLS);
  for (const { sessionId } of sessions) {
    const records = await gateway.journal.read(sessionId, { from: ["agent"] });
    const completed = records.filter(({ text }) => text.includes('"status":"completed"'));
    expect(completed).toHaveLength(CALLS);
  }
});

async function connect(gateway: TestGateway, server: ProvidedServer) {
  const serverId = `editor:${(lines += 1)}`;
  const provider = providing({ [serverId]: server });
  const answers = { "session/request_permission": allow, ...provider.answers };
  const client: TestClient = gateway.connect({ answers, capabilities: everyClientCapability });
  provider.through(client);
  await client.initialize(ME);
  return {
    client,
    declaration: { type: "acp", name: "editor", serverId } as never,
    async leave() {
      await client.drop();
      await client.connection.closed;
    },
  };
}

let lines = 0;

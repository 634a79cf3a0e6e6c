import { descendantsOf } from "@tenon/testkit";
import { allow, type AgentScript, calls, hesitate } from "@tenon/testkit/acp";
import { stdioServer, type StdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { wrapped } from "./wrapped.ts";

/** The agent is not known, so it reaches the tools by a shim. */
const SCRIPT: AgentScript = {
  turns: [{ steps: [{ type: "mcp", server: "tenon", tool: "world__greet", arguments: { name: "you" } }] }],
};

it("[WA4] gives an agent the client's tools through a shim, asks once, and records no token", async () => {
  await using server = await stdioServer({ tools: [{ name: "greet", call: [{ type: "report", of: ["arguments"] }] }] });
  await using wrap = await wrapped(SCRIPT, { flags: [], answers: { "session/request_permission": allow } });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers: [entryOf(server)] });
  await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toContain("you");
  expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(1);
  const family = descendantsOf(client.pid);
  await client.end();
  await client.exited;
  await family.gone({ within: 20_000 });
  const [session] = JSON.parse((await data.log("list", "--json")).stdout);
  const { stdout: recorded } = await data.log("export", session.id);
  expect(recorded).toContain("world: greet");
  expect(recorded).not.toContain("TENON_ENDPOINT_TOKEN");
});

it("[W1] [W2] killed in the middle of a question, leaves neither shim nor server", async () => {
  await using server = await stdioServer({ tools: [{ name: "greet" }] });
  await using wrap = await wrapped(SCRIPT, { flags: [], answers: { "session/request_permission": hesitate } });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers: [entryOf(server)] });
  client.prompt(sessionId, "go").catch(() => {});
  await client.transcript.when(calls("session/request_permission"));
  const family = descendantsOf(client.pid);
  client.kill("SIGKILL");
  await family.gone({ within: 20_000 });
});

function entryOf({ command, args, env }: StdioServer) {
  return {
    name: "world",
    command,
    args: [...args],
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
  };
}

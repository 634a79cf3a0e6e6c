import { descendantsOf } from "@tenon/testkit";
import { allow, type AgentScript, calls, hesitate, type Step } from "@tenon/testkit/acp";
import { startHttpServer, stdioServer, type StdioServer } from "@tenon/testkit/mcp";
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
  const { stdout: wire } = await data.log("show", session.id, "--wire");
  expect(wire).toMatch(/mcp to world: tools\/call.*\n(.*\n)*.*mcp from world: tools\/call .* answered after/);
});

it("--no-journal records no messages of servers either", async () => {
  await using server = await stdioServer({ tools: [{ name: "greet" }] });
  await using wrap = await wrapped(SCRIPT, {
    flags: ["--no-journal"],
    answers: { "session/request_permission": allow },
  });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers: [entryOf(server)] });
  await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
  await client.end();
  await client.exited;
  expect(JSON.parse((await data.log("list", "--all", "--json")).stdout)).toEqual([]);
});

it("lends the client's files and terminals, and ends what runs in the background with the client", async () => {
  const bash = (command: string) => ({ command, run_in_background: true });
  const steps: readonly Step[] = [
    { type: "mcp", server: "tenon", tool: "Write", arguments: { file_path: "made.txt", content: "made here" } },
    { type: "mcp", server: "tenon", tool: "Bash", arguments: { command: "cat made.txt" } },
    { type: "mcp", server: "tenon", tool: "Bash", arguments: bash("exec sleep 600") },
  ];
  const answers = { "session/request_permission": allow };
  await using wrap = await wrapped({ turns: [{ steps }] }, { flags: ["--client-tools"], answers });
  const { client, data } = wrap;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers: [] });
  await client.prompt(sessionId, "go");
  expect(client.text(sessionId)).toContain("File created successfully");
  expect(client.text(sessionId)).toContain("made here");
  expect(client.text(sessionId)).toContain("Command running in background with ID: bash_2");
  const family = descendantsOf(client.pid);
  await client.end();
  await client.exited;
  await family.gone({ within: 20_000 });
});

it("takes only the names of servers that it knows for --client-tools", async () => {
  await using wrap = await wrapped({}, { flags: ["--client-tools", "claude"] });
  await wrap.client.exited;
  expect(wrap.client.stderr()).toContain("expected tenon or acp; name the agent before the flag");
});

it("[O-05] a machine that sleeps in the middle of a call over HTTP wakes up with its result, and calls again", async () => {
  await using server = await startHttpServer({ tools: [{ name: "greet", call: [{ type: "wait-for-release" }] }] });
  const call: Step = { type: "mcp", server: "tenon", tool: "world__greet", arguments: {} };
  // An agent that is known to take HTTP.
  const result = { protocolVersion: 1, agentInfo: { name: "gemini-cli", version: "0" }, agentCapabilities: {} };
  const script = { answers: { initialize: { result } }, turns: [{ steps: [call] }, { steps: [call] }] };
  await using wrap = await wrapped(script, { flags: [], answers: { "session/request_permission": allow } });
  const { client, data } = wrap;
  await client.initialize();
  const mcpServers = [{ type: "http" as const, name: "world", url: server.url, headers: [] }];
  const { sessionId } = await client.newSession({ cwd: data.folder, mcpServers });
  const turn = client.prompt(sessionId, "go");
  await server.until("call-start");
  client.kill("SIGSTOP");
  server.release("greet");
  await server.until("call-end");
  client.kill("SIGCONT");
  await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
  // While it sleeps, its connections are lost and the server forgets its session.
  client.kill("SIGSTOP");
  await server.restart();
  client.kill("SIGCONT");
  const again = client.prompt(sessionId, "again");
  server.release("greet");
  await expect(again).resolves.toEqual({ stopReason: "end_turn" });
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

import { fileURLToPath } from "node:url";

import { allow, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { noConfiguration, tenonFromSources } from "./tenon.ts";

const noise = fileURLToPath(new URL("./fixtures/noise.mjs", import.meta.url));

it("[R1] [B-05] [P27] whatever any module prints in whatever way, only the protocol reaches standard output", async () => {
  await using server = await stdioServer({ tools: [{ name: "greet", description: "greet the world" }] });
  await using client = await spawnedClient(
    { command: process.execPath, args: ["--import", noise, tenonFromSources, "agent"], env: noConfiguration },
    { answers: { "session/request_permission": allow } },
  );
  await client.initialize();
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  const { sessionId } = await client.newSession({
    mcpServers: [{ name: "world", command: server.command, args: [...server.args], env }],
  });
  await client.prompt(sessionId, "greet the world");
  expect(client.text(sessionId)).toContain("{}");
  await client.end();
  await client.exited;

  expect(client.transcript.problems("agent")).toEqual([]);
  for (const way of ["console.log", "console.debug", "console.table", "process.stdout", "fs.writeSync", "fs.write"]) {
    expect(client.stderr()).toContain(`NOISE ${way}`);
  }
  expect(client.stderr()).toContain("NOISE import of node:fs");
});

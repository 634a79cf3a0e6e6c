import { spawnedClient } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { noConfiguration, tenon } from "./tenon.ts";

it("[M40] a message over 64 MiB is answered with an error, and the agent keeps serving", async () => {
  await using client = await spawnedClient({
    command: process.execPath,
    args: [tenon, "agent", "--model", "rehearsal"],
    env: noConfiguration,
  });
  await client.initialize();
  const { sessionId } = await client.newSession();
  const text = "x".repeat(65 * 1024 * 1024);
  await client.write(`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"${text}"}}\n`);
  await expect(client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] })).rejects.toMatchObject(
    { code: -32600, message: "The message is too large: 66 MiB; the limit is 64 MiB" },
  );
  await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
  await client.end();
  await expect(client.exited).resolves.toEqual({ code: 0, signal: null });
  expect(client.stderr()).toContain("tenon: The message is too large");
});

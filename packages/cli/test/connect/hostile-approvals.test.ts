/**
 * What a user allows is what is done: a gateway cannot have more done by adding to it what the user is not shown.
 */

import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openPlace } from "./hostile-place.ts";

it("variables that make a program run other code are refused, whatever the user allows", async () => {
  await using place = await openPlace({ allows: true, optionId: "allow-once" });
  const { gateway, folder } = place;
  const made = join(folder, "made");
  await writeFile(join(folder, "evil.sh"), `touch ${made}\n`);
  const env = [
    { name: "ENV", value: join(folder, "evil.sh") },
    { name: "PAGER", value: "cat" },
  ];
  const run = { sessionId: "session-1", command: "sh", args: ["-c", "true"] };
  for (const name of ["ENV", "ld_preload", "NODE_OPTIONS", "GIT_CONFIG_COUNT", "PATH"]) {
    const answer = await gateway.ask("terminal/create", { ...run, env: [{ name, value: join(folder, "evil.sh") }] });
    expect(answer).toMatchObject({ error: { code: -32602, message: expect.stringContaining(name) } });
  }
  expect(place.asked()).toHaveLength(0);
  expect(await gateway.ask("terminal/create", { ...run, env: env.slice(1) })).toMatchObject({ result: {} });
});

it("what is allowed in the session's folder is not run in another, nor with a shell of the gateway's", async () => {
  await using place = await openPlace({ allows: true, optionId: "yes" });
  const { gateway, folder } = place;
  await writeFile(join(folder, "sh"), "#!/bin/sh\ntouch made\n");
  await chmod(join(folder, "sh"), 0o755);
  await mkdir(join(folder, "inside"));
  const allow = () =>
    gateway.ask("session/request_permission", {
      sessionId: "session-1",
      toolCall: { toolCallId: "t1", title: "x", rawInput: { command: "true" } },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
  const run = { sessionId: "session-1", args: ["-c", "true"] };
  await allow();
  expect(await gateway.ask("terminal/create", { ...run, command: "./sh" })).toMatchObject({ error: {} });
  expect(await gateway.ask("terminal/create", { ...run, command: join(folder, "sh") })).toMatchObject({ error: {} });
  const elsewhere = { ...run, command: "/bin/sh", cwd: join(folder, "inside") };
  expect(await gateway.ask("terminal/create", elsewhere)).toMatchObject({ error: {} });
  await expect(stat(join(folder, "made"))).rejects.toThrow("ENOENT");
  expect(await gateway.ask("terminal/create", { ...run, command: "/bin/sh", cwd: folder })).toMatchObject({
    result: {},
  });
});

it("an answer counts for the question that the editor was shown, not for another of the same id", async () => {
  const bothShown = Promise.withResolvers<void>();
  const shown: string[] = [];
  await using place = await openPlace({
    allows: true,
    async answer({ toolCall, options }) {
      shown.push(JSON.stringify([toolCall.title, options.map(({ name }) => name)]));
      if (shown.length === 2) bothShown.resolve();
      await bothShown.promise;
      if (toolCall.toolCallId === "two") return await new Promise(() => {}); // Not answered.
      return { outcome: { outcome: "selected", optionId: toolCall.toolCallId === "one" ? "yes" : "reject-once" } };
    },
  });
  const { gateway, folder } = place;
  const method = "session/request_permission";
  const question = (toolCallId: string, command: string) => ({
    sessionId: "session-1",
    toolCall: { toolCallId, title: "Something", rawInput: { command } },
    options: [{ optionId: "yes", name: "Reject", kind: "allow_once" }],
  });
  const touch = `touch ${join(folder, "made")}`;
  const first = gateway.ask(method, question("one", "true"));
  gateway.send({ id: gateway.lastId, method, params: question("two", touch) });
  await first;
  const run = { sessionId: "session-1", command: "/bin/sh", args: ["-c", touch] };
  expect(await gateway.ask("terminal/create", run)).toMatchObject({ error: {} });
  expect(shown[0]).toBe(JSON.stringify(["Run true", ["Allow: Reject"]]));
});

it("ways to sign in that run a program are not offered to the editor", async () => {
  await using place = await openPlace({ allows: true });
  expect(place.initialized["authMethods"]).toEqual([{ id: "key", name: "Key" }]);
  const [initialize] = place.gateway.received;
  expect(JSON.stringify(initialize)).not.toMatch(/terminal-auth|"auth"/);
});

it("the older form of MCP over ACP has the same rules and limits", async () => {
  await using place = await openPlace({ allows: false });
  const { gateway } = place;
  const connected = await gateway.ask("mcp/connect", { serverId: gateway.servers[0]?.serverId });
  const { connectionId } = (connected["result"] ?? {}) as { connectionId: string };
  const ask = (method: string, params: object) => gateway.ask("mcp/message", { connectionId, method, params });
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } });
  gateway.send({ method: "mcp/message", params: { connectionId, method: "notifications/initialized" } });
  const called = await ask("tools/call", { name: "echo", arguments: { word: "x" } });
  expect(called).toMatchObject({ result: { isError: true } });
  const huge = await ask("tools/call", { name: "echo", arguments: { word: "y".repeat(9 * 1024 * 1024) } });
  expect(huge).toMatchObject({ error: { code: -33000 } });
  const flood = await Promise.all(Array.from({ length: 1_200 }, () => ask("ping", {})));
  expect(flood.filter((answer) => JSON.stringify(answer).includes("-33000")).length).toBeGreaterThan(300);
  expect(await place.calls()).toBe(0);
});

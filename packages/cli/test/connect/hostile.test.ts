/**
 * A gateway is not trusted with this machine: whatever it asks for, it gets what the user's rules give.
 */

import { stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { CallStep } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { META, openPlace } from "./hostile-place.ts";

it("calls nothing that the user did not allow, and asks with the tool and who wants it", async () => {
  await using place = await openPlace({ allows: false });
  const answer = await place.call("echo", { word: "x" });
  expect(answer).toMatchObject({ result: { result: { isError: true } } });
  expect(place.asked()).toHaveLength(1);
  expect(JSON.stringify(place.asked())).toContain(`The agent at ${place.gateway.url}`);
  expect(await place.calls()).toBe(0);
});

it("gets no prompt of a server that the user has not named, without their leave", async () => {
  await using place = await openPlace({ allows: false });
  expect(await place.prompt("review")).toMatchObject({ result: { error: { message: expect.any(String) } } });
  expect(place.asked()).toHaveLength(1);
  await place.client.prompt("session-1", "/local:review this");
  expect(await place.prompt("review")).toMatchObject({ result: { result: { messages: [{ role: "user" }] } } });
  expect(place.asked()).toHaveLength(1);
});

it.each([true, false])(
  "does not answer a server's question in the user's place: the editor is asked, or the question is declined (forms: %s)",
  async (hasForms) => {
    const requestedSchema = { type: "object", properties: { colour: { type: "string" } } };
    const ask: CallStep = { type: "elicit", params: { message: "Which?", requestedSchema } };
    await using place = await openPlace({
      allows: true,
      tool: { name: "ask", call: [ask] },
      hasForms,
      fill: () => ({ action: "accept", content: { colour: "red" } }),
    });
    const answer = JSON.stringify(await place.call("ask", {}));
    expect(answer).toContain(hasForms ? "red" : "The client lacks what this tool needs");
    expect(answer).not.toContain("input_required");
  },
);

it("refuses server ids that were not declared, malformed envelopes, and an id that is in use", async () => {
  await using place = await openPlace({ allows: true });
  const { gateway } = place;
  const [server] = gateway.servers;
  const inner = { method: "tools/call", params: { name: "echo", arguments: {}, _meta: META } };
  const forged = { serverId: `${server?.name}:00000000`, requestId: "1", ...inner };
  expect(await gateway.ask("mcp/message", forged)).toMatchObject({ error: { code: -33001 } });
  expect(await gateway.ask("mcp/message", { serverId: server?.serverId, ...inner })).toMatchObject({
    error: { code: -32602 },
  });
  expect(await gateway.ask("mcp/connect", { serverId: "echo" })).toMatchObject({ error: { code: -33001 } });
  const again = { serverId: server?.serverId, requestId: "never", ...inner, _meta: { tenon: { again: true } } };
  expect(await gateway.ask("mcp/message", again)).toMatchObject({
    error: { code: -33002, data: { tenon: { hasRun: false } } },
  });
  const slow = place.call("wait", {}, "same");
  await place.server.until("call-start");
  expect(await place.call("wait", {}, "same")).toMatchObject({ error: { code: -32602 } });
  gateway.send({ method: "$/cancel_request", params: { requestId: gateway.lastId - 1 } });
  expect(await slow).toMatchObject({ error: { code: -32800 } });
  expect(await place.calls()).toBe(1);
});

it("a flood and huge arguments reach no server, and others are served on", async () => {
  await using place = await openPlace({ allows: true });
  const flood = await Promise.all(Array.from({ length: 1_200 }, (_, index) => place.list(`flood-${index}`)));
  const limited = flood.filter((answer) => JSON.stringify(answer).includes("-33000"));
  expect(limited.length).toBeGreaterThan(300);
  const waiting = Array.from({ length: 80 }, (_, index) => place.call("wait", {}, `wait-${index}`));
  const full = await Promise.race(waiting);
  expect(full).toMatchObject({ error: { code: -33000 } });
  expect(await place.call("echo", { word: "y".repeat(9 * 1024 * 1024) }, "huge")).toMatchObject({
    error: { code: -33000 },
  });
  expect(place.client.transcript.problems("agent")).toEqual([]);
});

it("serves the older form too, with the same consent: a connection, any revision of MCP, its end", async () => {
  await using place = await openPlace({ allows: false });
  const { gateway } = place;
  const opened = await gateway.ask("mcp/connect", { serverId: gateway.servers[0]?.serverId });
  const { connectionId } = Object(opened["result"]);
  const inner = (method: string, params: object) => gateway.ask("mcp/message", { connectionId, method, params });
  const clientInfo = { name: "older", version: "1" };
  expect(await inner("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })).toMatchObject({
    result: { protocolVersion: "2025-06-18" },
  });
  gateway.send({ method: "mcp/message", params: { connectionId, method: "notifications/initialized" } });
  expect(await inner("tools/list", {})).toMatchObject({ result: { tools: [{ name: "echo" }, { name: "wait" }] } });
  expect(await inner("tools/call", { name: "echo", arguments: {} })).toMatchObject({ result: { isError: true } });
  expect(await inner("no/such", {})).toMatchObject({ error: { code: -32601 } });
  expect(await place.calls()).toBe(0);
  expect(await gateway.ask("mcp/disconnect", { connectionId })).toMatchObject({ result: {} });
  expect(await inner("tools/list", {})).toMatchObject({ error: { code: -33001 } });
});

it("sees no command line, no variable, no header and no URL of a server", async () => {
  await using place = await openPlace({ allows: true });
  const crossed = JSON.stringify(place.gateway.received);
  expect(place.gateway.servers).toEqual([{ type: "acp", name: "local", serverId: expect.stringMatching(/^local:/) }]);
  const secrets = [
    "planted-secret",
    "secret-token",
    place.server.command,
    ...place.server.args.filter((arg) => arg.length > 9),
  ];
  expect(secrets.filter((each) => crossed.includes(each))).toEqual([]);
});

it("does not learn why a server ended in a call: not its command line, folder or last words", async () => {
  const crash = { name: "crash", call: [{ type: "crash", exitCode: 3, stderr: "the key is planted-secret" }] } as const;
  await using place = await openPlace({ allows: true, tool: crash });
  expect(await place.call("crash", {})).toMatchObject({ result: { result: { isError: true } } });
  const crossed = JSON.stringify(place.gateway.received.filter(({ method }) => method === undefined));
  const secrets = ["planted-secret", "stderr", "exited", place.server.command, place.folder];
  expect(secrets.filter((each) => crossed.includes(each))).toEqual([]);
  await place.client.transcript.when(({ text }) => text.includes("exited with code 3"));
});

it("reads and writes nothing outside the session's folders, and runs nothing that the user did not allow", async () => {
  await using place = await openPlace({ allows: true });
  const { gateway, folder } = place;
  const outside = { sessionId: "session-1", path: "/etc/passwd" };
  const denied = { error: { code: -32602, message: expect.stringContaining("outside the session's folders") } };
  expect(await gateway.ask("fs/read_text_file", outside)).toMatchObject(denied);
  expect(await gateway.ask("fs/write_text_file", { ...outside, content: "x" })).toMatchObject(denied);
  const link = join(folder, "link");
  await symlink("/etc/passwd", link);
  expect(await gateway.ask("fs/read_text_file", { ...outside, path: link })).toMatchObject(denied);
  const other = { sessionId: "not-yours", path: join(folder, "a.txt") };
  expect(await gateway.ask("fs/read_text_file", other)).toMatchObject({ error: { code: -32601 } });
  const run = { sessionId: "session-1", command: "touch", args: [join(folder, "made")] };
  expect(await gateway.ask("terminal/create", run)).toMatchObject({ error: { code: -32602 } });
  expect(JSON.stringify(place.asked())).toContain("Run touch ");
  await expect(stat(join(folder, "made"))).rejects.toThrow("ENOENT");
});

it("what the user allows holds for that command only, not for another that is shown beside it", async () => {
  await using place = await openPlace({ allows: true, optionId: "yes" });
  const { gateway, folder } = place;
  const question = {
    sessionId: "session-1",
    toolCall: { toolCallId: "t1", title: "Something harmless", rawInput: { line: `touch ${join(folder, "one")}` } },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
  };
  expect(await gateway.ask("session/request_permission", question)).toMatchObject({
    result: { outcome: { optionId: "yes" } },
  });
  expect(JSON.stringify(place.asked()[0])).toContain("Run touch ");
  const create = (name: string) =>
    gateway.ask("terminal/create", {
      sessionId: "session-1",
      command: "/bin/sh",
      args: ["-c", `touch ${join(folder, name)}`],
    });
  expect(await create("two")).toMatchObject({ error: {} });
  expect(await create("one")).toMatchObject({ result: { terminalId: expect.any(String) } });
  expect(await create("one")).toMatchObject({ error: {} });
});

it("a flood of reads is refused beyond a limit, and others are served on", async () => {
  await using place = await openPlace({ allows: true });
  const { gateway, folder } = place;
  await writeFile(join(folder, "a.txt"), "here");
  const read = () => gateway.ask("fs/read_text_file", { sessionId: "session-1", path: join(folder, "a.txt") });
  const answers = await Promise.all(Array.from({ length: 1_000 }, read));
  expect(answers.filter(({ error }) => error !== undefined).length).toBeGreaterThan(300);
  expect(answers.find(({ error }) => error !== undefined)).toMatchObject({ error: { code: -33000 } });
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ result: { content: "here" } });
});

it("JSON that is nested too deeply ends neither the connection nor the program", async () => {
  await using place = await openPlace({ allows: true });
  const { gateway, client } = place;
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const inside = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":"deep","method":"${method}","params":${params}}`;
  const options = '[{"optionId":"yes","name":"Yes","kind":"allow_once"}]';
  const asked = `{"sessionId":"session-1","toolCall":{"toolCallId":"t","rawInput":{"command":"true","deep":${deep}}},"options":${options}}`;
  gateway.sendText(inside("session/request_permission", asked));
  gateway.sendText(
    inside(
      "mcp/message",
      `{"serverId":"${gateway.servers[0]?.serverId}","requestId":"r","method":"tools/call","params":${deep}}`,
    ),
  );
  gateway.sendText(
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"toolCallId":"t","deep":${deep}}}}`,
  );
  expect(await place.call("echo", { word: "after" })).toMatchObject({
    result: { result: { content: expect.any(Array) } },
  });
  expect(client.transcript.problems("agent")).toEqual([]);
});

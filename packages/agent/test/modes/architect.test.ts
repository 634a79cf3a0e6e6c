import { memoryGrantStore } from "@tenon/policy";
import { type Answer, calls, reject } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("architect mode", () => {
  it("[D-13] asks about a server's tool each time, whatever was allowed in another mode", async () => {
    await using server = await stdioServer({ tools: [{ name: "create" }] });
    const again = { calls: [{ name: "mcp__s__create" }] };
    const model = scriptedModel([again, {}, again, {}, again]);
    await using client = await connectAgent({
      model,
      services: { grants: memoryGrantStore() },
      answers: { "session/request_permission": choose("allow-always", "reject-once") },
    });
    const asked = () => client.transcript.entries.filter(calls("session/request_permission"));
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "in ask mode");
    await client.request("session/set_mode", { sessionId, modeId: "architect" });
    await client.prompt(sessionId, "in architect mode");
    expect(asked()).toHaveLength(2);
    const { options } = JSON.parse(asked()[1]?.text ?? "{}").params;
    expect(options.map(({ kind }: { readonly kind: string }) => kind)).toEqual([
      "allow_once",
      "reject_once",
      "reject_always",
    ]);
    await client.request("session/set_mode", { sessionId, modeId: "code" });
    await client.prompt(sessionId, "in code mode");
    expect(asked()).toHaveLength(2);
    const called = (await server.recorded()).filter(
      (record) => record.type === "message" && record.message["method"] === "tools/call",
    );
    expect(called).toHaveLength(2);
  });

  const plan = "1. Write a.txt";
  const proposal = { calls: [{ name: "switch_mode", args: { plan } }] };

  it("[J-01] ends by showing the plan, and the user chooses the mode in which it is carried out", async () => {
    const model = scriptedModel([proposal]);
    await using client = await connectAgent({ model, answers: { "session/request_permission": choose("code") } });
    const sessionId = await client.open();
    await client.request("session/set_mode", { sessionId, modeId: "architect" });
    await client.prompt(sessionId, "plan it");
    const asked = client.transcript.entries.find(calls("session/request_permission"));
    const { toolCall, options } = JSON.parse(asked?.text ?? "{}").params;
    expect(toolCall).toMatchObject({ kind: "switch_mode", content: [{ content: { text: plan } }] });
    expect(options.map(({ optionId }: { readonly optionId: string }) => optionId)).toEqual([
      "code",
      "ask",
      "architect",
    ]);
    expect(client.updates(sessionId)).toContainEqual({ sessionUpdate: "current_mode_update", currentModeId: "code" });
    const [planning, carryingOut] = model.requests;
    expect(planning?.tools.map(({ name }) => name)).toContain("switch_mode");
    expect(carryingOut?.tools.map(({ name }) => name)).not.toContain("switch_mode");
    expect(carryingOut?.system.join("\n")).toContain("You may change files of the project");
  });

  it.each([
    ["stays where it is", choose("architect")],
    ["is cancelled", () => ({ outcome: { outcome: "cancelled" as const } })],
    ["is answered with something else", choose("yolo")],
  ])("[R89] goes on if the question %s", async (_how, answer) => {
    const model = scriptedModel([proposal, { calls: [{ name: "write_file", args: { path: "a.txt", content: "" } }] }]);
    await using client = await connectAgent({ model, answers: { "session/request_permission": answer } });
    const sessionId = await client.open();
    await client.request("session/set_mode", { sessionId, modeId: "architect" });
    await client.prompt(sessionId, "plan it");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("Change nothing");
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("architect mode");
  });

  it("is proposed to leave only from there", async () => {
    const model = scriptedModel([proposal]);
    await using client = await connectAgent({ model, answers: { "session/request_permission": reject } });
    await client.prompt(await client.open(), "go");
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("The session is in ask mode.");
  });
});

/** One after the other; the last for all that follow. */
function choose(...optionIds: readonly string[]): Answer<RequestPermissionRequest> {
  let next = 0;
  return () => ({ outcome: { outcome: "selected", optionId: optionIds[Math.min(next++, optionIds.length - 1)] } });
}

import { ModelError, type ModelChoice, openModels } from "@tenon/agent";
import { startModelServer, text } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("signing in", () => {
  it("[R135] [R136] [R141] [Z-03] is offered in ways that the client can go, each with a name of its own", async () => {
    await using client = await connectAgent();
    expect(client.initialized.authMethods?.map((method) => ("type" in method ? method.type : "agent"))).toEqual([
      "agent",
    ]);
    await using able = await connectAgent({ capabilities: { auth: { terminal: true } } });
    const methods = able.initialized.authMethods ?? [];
    expect(methods.map((method) => ("type" in method ? method.type : "agent"))).toEqual(["agent", "terminal"]);
    expect(new Set(methods.map(({ id }) => id)).size).toBe(2);
  });

  it("[R134] is not needed with a model", async () => {
    await using client = await connectAgent();
    await expect(client.newSession()).resolves.toBeDefined();
  });

  it("[R134] [R139] a session without a key is refused with what to do, until there is one", async () => {
    const keys = keyring();
    await using client = await connectAgent({ models: keys.models });
    await expect(client.newSession()).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("SOME_API_KEY"),
    });
    await expect(client.request("authenticate", { methodId: "api-key" })).rejects.toMatchObject({ code: -32000 });
    keys.has = true;
    await expect(client.request("authenticate", { methodId: "api-key" })).resolves.toEqual({});
    await expect(client.newSession()).resolves.toBeDefined();
  });

  it("[R139] a way that was not offered is refused", async () => {
    await using client = await connectAgent({ models: keyring().models });
    for (const methodId of ["magic", "enter-key"]) {
      await expect(client.request("authenticate", { methodId })).rejects.toMatchObject({ code: -32602 });
    }
  });

  it("[R139] [R140] signing out forgets the keys, and new sessions need another sign-in; those that run go on", async () => {
    const keys = keyring({ has: true });
    await using client = await connectAgent({ models: keys.models });
    const { sessionId } = await client.newSession();
    await expect(client.request("logout", {})).resolves.toEqual({});
    expect(keys.forgotten).toBe(1);
    await expect(client.newSession()).rejects.toMatchObject({ code: -32000 });
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    await client.request("authenticate", { methodId: "api-key" });
    await expect(client.newSession()).resolves.toBeDefined();
  });

  it("[V-02] [R134] a key that the provider refuses is a matter of signing in, and the session lives on", async () => {
    await using server = await startModelServer({
      script: [{ type: "failure", kind: "unauthorized" }, text("Hello.")],
    });
    const models = openModels({ env: server.environment, userModel: "anthropic/claude-sonnet-5" });
    await using client = await connectAgent({ models });
    const { sessionId } = await client.newSession();
    await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32000 });
    await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toBe("Hello.");
  });
});

/** A model that needs a key, which is there or not. */
function keyring({ has = false } = {}) {
  const model = scriptedModel([]);
  const keys = {
    has,
    forgotten: 0,
    get models(): ModelChoice {
      return {
        defaultId: "some/model",
        accepts: model.accepts,
        known: [],
        async open() {
          if (!keys.has) throw new ModelError("no_key", "Set SOME_API_KEY.", { model: "some/model" });
          return model;
        },
        forgetKeys: () => void (keys.forgotten += 1),
      };
    },
  };
  return keys;
}

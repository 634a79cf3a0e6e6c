import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";

import { scripted } from "../support/scripted.ts";

const modes = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask" },
    { id: "code", name: "Code" },
  ],
};
const model: SessionConfigOption = {
  type: "select",
  id: "model",
  name: "Model",
  category: "_vendor",
  currentValue: "small",
  options: [
    { value: "small", name: "Small" },
    { value: "large", name: "Large" },
  ],
};
const loud: SessionConfigOption = { type: "boolean", id: "loud", name: "Loud", currentValue: false };
const all = [loud, model] as const;

it("sets a mode that the agent offers, and knows it afterwards", async () => {
  await using run = await scripted({ newSession: { modes }, answers: { "session/set_mode": { result: null } } });
  const session = await run.agent.newSession({ cwd: "/" });
  expect(session.modes).toEqual(modes);
  await session.setMode("code");
  expect(session.modes?.currentModeId).toBe("code");
  expect(run.wire.sent("session/set_mode")).toEqual([{ sessionId: session.id, modeId: "code" }]);
});

it("[Y-10, Y-11] asks for no mode and no option that the agent does not offer", async () => {
  await using run = await scripted({ newSession: { modes, configOptions: all } });
  const session = await run.agent.newSession({ cwd: "/" });
  const refused = { code: "not_advertised" };
  await expect(session.setMode("dream")).rejects.toMatchObject(refused);
  await expect(session.setOption("nope", "x")).rejects.toMatchObject(refused);
  await expect(session.setOption("model", true)).rejects.toMatchObject(refused);
  await expect(session.setOption("loud", "yes")).rejects.toMatchObject(refused);
  expect([run.wire.sent("session/set_mode"), run.wire.sent("session/set_config_option")]).toEqual([[], []]);
});

it("[R127] sets an option in the form of its type, and takes the whole list from the answer", async () => {
  const changed = [{ ...loud, currentValue: true }, model];
  const answers = { "session/set_config_option": { result: { configOptions: changed } } };
  await using run = await scripted({ newSession: { configOptions: all }, answers });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.setOption("loud", true);
  await session.setOption("model", "large");
  expect(session.configOptions).toEqual(changed);
  const { id: sessionId } = session;
  expect(run.wire.sent("session/set_config_option")).toEqual([
    { sessionId, configId: "loud", type: "boolean", value: true },
    { sessionId, configId: "model", value: "large" },
  ]);
});

it("[Y-10] an option that the agent refuses leaves the session as it was", async () => {
  const error = { code: -32603, message: "no such model" };
  await using run = await scripted({
    newSession: { configOptions: all },
    answers: { "session/set_config_option": { error } },
  });
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.setOption("model", "large")).rejects.toMatchObject({ code: "agent_refused" });
  expect(session.configOptions).toEqual(all);
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[R130, R160, Y-13] keeps the order of options, and leaves out what it does not understand", async () => {
  const odd = [model, { type: "slider", id: "s", name: "S", currentValue: 3 }, { id: "broken" }, null, loud];
  const result = { sessionId: "s", modes: { currentModeId: 7 }, configOptions: odd };
  await using run = await scripted({ answers: { "session/new": { result } } });
  const session = await run.agent.newSession({ cwd: "/" });
  expect(session.configOptions).toEqual([model, loud]);
  expect(session.modes).toBeUndefined();
});

it("[R131] follows the agent when it changes mode and options by itself", async () => {
  const changed = [{ ...loud, currentValue: true }];
  const steps = [
    { type: "update", update: { sessionUpdate: "current_mode_update", currentModeId: "code" } },
    { type: "update", update: { sessionUpdate: "config_option_update", configOptions: changed } },
  ] as const;
  // The specification's example has this field instead.
  const example = [{ type: "update", update: { sessionUpdate: "current_mode_update", modeId: "ask" } }] as const;
  await using run = await scripted({
    newSession: { modes, configOptions: all },
    turns: [{ steps }, { steps: example }],
  });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  expect([session.modes?.currentModeId, session.configOptions]).toEqual(["code", changed]);
  await session.prompt("back");
  expect(session.modes?.currentModeId).toBe("ask");
});

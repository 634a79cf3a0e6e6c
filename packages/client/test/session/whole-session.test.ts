import type { TimelineEvent } from "@tenon/timeline";
import { createTimeline, foldRecords } from "@tenon/timeline";
import { manualClock } from "@tenon/testkit";
import type { AgentScript } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { calls, scripted } from "../support/scripted.ts";

/** Something of everything. */
const script: AgentScript = {
  capabilities: { promptCapabilities: { image: true, embeddedContext: true }, auth: { logout: {} } },
  authMethods: [{ id: "web", name: "In the browser" }],
  sessions: [{ sessionId: "old", cwd: "/", history: [] }],
  newSession: {
    modes: { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] },
    configOptions: [{ type: "boolean", id: "loud", name: "Loud", currentValue: false }],
    updatesBefore: [{ sessionUpdate: "available_commands_update", availableCommands: [] }],
  },
  turns: [
    {
      steps: [
        { type: "think", text: ["Well", "…"] },
        { type: "say", text: "First a look." },
        { type: "tool", title: "look", ask: true, output: "nothing" },
        { type: "say", text: "Nothing there." },
        { type: "update", update: { sessionUpdate: "hologram", depth: 3 } },
        { type: "call", method: "fs/read_text_file", params: { path: "/x" } },
        { type: "terminal", command: "true" },
        {
          type: "call",
          method: "elicitation/create",
          params: { mode: "form", message: "Who?", requestedSchema: { type: "object", properties: {} } },
        },
      ],
    },
    { steps: [{ type: "tool", title: "dig", steps: [{ type: "wait-for-cancel" }] }] },
    { steps: [{ type: "fail", error: { code: -32603, message: "tired" } }] },
  ],
  answers: {
    "session/set_mode": { result: {} },
    "session/set_config_option": { result: { configOptions: [] } },
    logout: { result: {} },
  },
};

it("[R23, R24, R25, R39, R158] says nothing in a whole session that the official schema does not have", async () => {
  await using run = await talk();
  expect(run.wire.violations()).toEqual([]);
  expect(run.wire.messages.filter(({ from }) => from === "client").length).toBeGreaterThan(15);
});

it("[R161] live and recorded give the same timeline", async () => {
  await using run = await talk();
  const live = createTimeline();
  for (const event of run.events) live.add(event);
  const mine = run.wire.texts.filter(({ text }) => !text.includes('"old"'));
  const recorded = foldRecords(mine.map((record) => ({ ...record, at: run.at })));
  expect(live.entries).toEqual(recorded.entries);
  expect(live.state).toEqual(recorded.state);
});

async function talk() {
  const clock = manualClock();
  const run = await scripted(script, {
    clock,
    services: {
      permissions: async () => ({ outcome: { outcome: "selected", optionId: "allow" } }),
      files: () => ({ read: async () => ({ content: "x" }), write: async () => ({}) }),
      terminals: () => ({
        create: async () => ({ terminalId: "t" }),
        output: async () => ({ output: "out", truncated: false }),
        waitForExit: async () => ({ exitCode: 0, signal: null }),
        kill: async () => ({}),
        release: async () => ({}),
        close: async () => {},
      }),
      elicitation: { form: async () => ({ action: "accept", content: {} }) },
    },
  });
  const events: TimelineEvent[] = [];
  await run.agent.authenticate("web");
  await run.agent.listSessions();
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await session.setMode("ask");
  await session.setOption("loud", true);
  await session.prompt([
    { type: "text", text: "hi" },
    { type: "image", data: "", mimeType: "image/png" },
  ]);
  const digging = session.prompt("dig");
  await run.wire.when("agent", (message) => JSON.stringify(message).includes('"dig"'));
  await session.cancel();
  await digging;
  await run.wire.when("client", calls("session/cancel"));
  await session.prompt("again").catch(() => {});
  const old = await run.agent.loadSession("old", { cwd: "/" });
  await old.close();
  await session.close();
  await run.agent.logout();
  return { ...run, events, at: clock.now() };
}

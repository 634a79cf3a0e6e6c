import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { answerAlways, connectAgent } from "@tenon/client";
import { createTimeline } from "@tenon/timeline";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = {
  command: process.execPath,
  args: ["tooling/node.mjs", "examples/host-program.ts"],
  cwd: root,
  env: { PATH: process.env["PATH"] },
};

it("the program's tool, mode, command and method work in any client", async () => {
  const counted = Promise.withResolvers<unknown>();
  await using agent = await connectAgent(program, {
    clientInfo: { name: "test", version: "1.0.0" },
    // Nothing is allowed that the mode does not allow.
    services: { permissions: answerAlways("deny") },
    methods: { "_shop/counted": counted.resolve },
  });
  await expect(agent.request("_shop/count")).resolves.toEqual({ orders: 2 });
  expect(await counted.promise).toMatchObject({ at: expect.any(String) });

  const timeline = createTimeline();
  const session = await agent.newSession({ cwd: root, onEvent: (event) => void timeline.add(event) });
  await session.setMode("support");
  await session.prompt('order_state order="A-17"');
  expect(timeline.entries).toContainEqual(expect.objectContaining({ type: "tool-call", status: "completed" }));
  expect(JSON.stringify(timeline.entries)).toContain("shipped");

  await session.prompt("/late 5");
  // The rehearsal model calls the tool with what it finds in the command's text.
  expect(timeline.entries).toContainEqual(expect.objectContaining({ rawInput: { order: "5" } }));
  expect(JSON.stringify(session.modes)).toContain("Support");
});

it("is sixty lines", () => {
  expect(readFileSync(`${root}examples/host-program.ts`, "utf8").split("\n").length).toBeLessThanOrEqual(62);
});

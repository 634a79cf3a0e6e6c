import { expect, it } from "vitest";

import { saidIn, scripted } from "../support/scripted.ts";

it("starts an agent, opens a session and shows its updates in order", async () => {
  await using run = await scripted({ turns: [{ steps: [{ type: "say", text: ["Hello ", "you"] }] }] });
  const events: Parameters<typeof saidIn>[0][number][] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
  expect(saidIn(events)).toBe("Hello you");
});

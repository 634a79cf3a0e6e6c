import { expect, it } from "vitest";

import { createAgentCalls } from "../../src/session/calls/agent-calls.ts";
import { createCallUpdates } from "../../src/session/calls/call-updates.ts";

const TOOL = { name: "github__list", server: "github", tool: "list", title: "List" };

it("a call that is cancelled while the agent may still show it is not left pending", async () => {
  const updates: object[] = [];
  const shown = createCallUpdates({
    calls: createAgentCalls(() => undefined, { names: ["tenon"] }),
    folders: { cwd: "/", roots: ["/"] },
    toolOf: () => undefined,
    update: (update) => updates.push(update),
  });
  const cancelling = new AbortController();
  const call = { ...TOOL, id: "one", called: TOOL.name, args: {}, signal: cancelling.signal };
  shown.event({ type: "started", call });
  const id = shown.idOf(call);
  cancelling.abort(new Error("cancelled"));
  shown.event({ type: "ended", call, error: "cancelled" });
  await id;
  expect(updates).toEqual([]);
});

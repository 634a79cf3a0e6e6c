/**
 * A session in which a bit of everything has happened.
 */

import type { FakeSession } from "./fake-session.ts";

export function fillWithEverything(session: FakeSession): void {
  const sessionId = session.view.id;
  const begin = Date.now() - 600_000;
  let at = begin;
  const next = (ms: number): number => (at += ms);
  const client = (message: object, ms = 10) => session.append({ from: "client", message, at: next(ms) });
  const agent = (message: object, ms = 10) => session.append({ from: "agent", message, at: next(ms) });
  const update = (body: object, ms = 10) =>
    agent({ method: "session/update", params: { sessionId, update: body } }, ms);
  const text = (words: string) => ({ type: "text", text: words });

  client({ id: 1, method: "session/new", params: { cwd: "/home/ada/engine", mcpServers: [] } });
  agent({ id: 1, result: { sessionId, configOptions: OPTIONS } });
  update({ sessionUpdate: "available_commands_update", availableCommands: COMMANDS });
  for (const [server, state, reason] of RECEIPTS) {
    session.append({
      from: "tenon",
      message: { type: "receipt", server, state, ...(reason && { reason }) },
      at: next(5),
    });
  }
  client({ id: 2, method: "session/prompt", params: { sessionId, prompt: [text(QUESTION)] } });
  update({ sessionUpdate: "agent_thought_chunk", content: text(THOUGHT) });
  update({ sessionUpdate: "agent_thought_chunk", content: text(" Two call sites need care.") }, 6_400);
  update({ sessionUpdate: "plan", entries: PLAN });
  update({ sessionUpdate: "agent_message_chunk", content: text("I’ll look at how retries are done today.") });
  for (const [id, title, kind, ms] of CALLS) {
    update({
      sessionUpdate: "tool_call",
      toolCallId: id,
      title,
      kind,
      status: "in_progress",
      rawInput: { path: title },
    });
    update({ sessionUpdate: "tool_call_update", toolCallId: id, status: "completed", rawOutput: "export …" }, ms);
  }
  update({
    sessionUpdate: "tool_call",
    toolCallId: "c4",
    title: "npm test -- retry",
    kind: "execute",
    status: "in_progress",
  });
  update({ sessionUpdate: "tool_call_update", toolCallId: "c4", status: "failed", rawOutput: "1 failing" }, 12_000);
  update({ sessionUpdate: "agent_message_chunk", content: text(ANSWER) });
  update({ sessionUpdate: "usage_update", used: 48_200, size: 200_000, cost: { amount: 0.1832, currency: "USD" } });
  update({ sessionUpdate: "something_new", detail: 1 });
  agent({ id: 2, result: { stopReason: "end_turn" } });
  client({
    id: 3,
    method: "session/prompt",
    params: { sessionId, prompt: [text("Good. Also add a test for the jitter.")] },
  });
  update({ sessionUpdate: "config_option_update", configOptions: CHANGED_OPTIONS });
  update({ sessionUpdate: "agent_message_chunk", content: text("On it.") });
  client({ method: "session/cancel", params: { sessionId } });
  agent({ id: 3, result: { stopReason: "cancelled" } });
}

const QUESTION = `The retry logic in the HTTP client hammers the server when it is down.

Can you make it back off exponentially, with jitter?`;

const THOUGHT = "The client retries immediately in a loop. A helper with a bounded delay would do.";

const ANSWER = `The delay now doubles with each failure, up to ten seconds, and is **spread** so that clients do not return in step:

\`\`\`ts
const SHORTEST_MS = 200;
const LONGEST_MS = 10_000;

/** How long to wait after so many failures in a row. */
export function retryDelay(failures: number, random = Math.random): number {
  const full = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** failures);
  return full / 2 + (full / 2) * random();
}
\`\`\`

What changed:

1. \`src/retry.ts\` is new and pure, so it can be tested without a clock.
2. \`src/client.ts\` waits for the delay, and gives up when its signal aborts.
3. The limit of five attempts stays.

| failures | shortest | longest |
| --- | --- | --- |
| 0 | 100 ms | 200 ms |
| 3 | 800 ms | 1.6 s |
| 6+ | 5 s | 10 s |

> One test fails: it expected the second attempt within 50 ms. See [the discussion](https://example.com/retries).
`;

const PLAN = [
  {
    content: "Find where requests are retried, and which of them may not be sent twice",
    status: "completed",
    priority: "high",
  },
  { content: "Add a delay that doubles, with jitter", status: "in_progress", priority: "high" },
  { content: "Test it without waiting", status: "pending", priority: "medium" },
];

const CALLS = [
  ["c1", "Read src/client.ts", "read", 120],
  ["c2", "Search for “retry(”", "search", 480],
  ["c3", "Edit src/retry.ts", "edit", 240],
] as const;

const RECEIPTS = [
  ["files", "offered"],
  ["github", "called"],
  ["linear", "needs sign-in", "It wants a sign-in at linear.app"],
] as const;

const COMMANDS = [
  { name: "compact", description: "Make the history shorter" },
  { name: "review", description: "Review what has changed", input: { hint: "branch" } },
  { name: "resume-plan", description: "Go on with the plan" },
];

const MODES = [
  { value: "ask", name: "Ask" },
  { value: "code", name: "Code" },
];
const MODELS = [
  { value: "rehearsal", name: "Rehearsal" },
  { value: "large", name: "Large model" },
];
const OPTIONS = [
  { type: "select", id: "mode", name: "Mode", category: "mode", currentValue: "code", options: MODES },
  { type: "select", id: "model", name: "Model", category: "model", currentValue: "rehearsal", options: MODELS },
];
const CHANGED_OPTIONS = OPTIONS.map((option) =>
  option.id === "model" ? { ...option, currentValue: "large" } : option,
);

/**
 * A session with a tool call of every kind, and a question that is still open.
 */

import type { FakeSession } from "./fake-session.ts";

export const ASKED = {
  toolCallId: "ask",
  title: "Run npm publish",
  kind: "execute",
  status: "pending",
  rawInput: { command: "npm publish --access public", cwd: "/home/ada/engine", timeoutMs: 60_000 },
};

const OPTIONS = [
  { optionId: "once", name: "Allow once", kind: "allow_once" },
  { optionId: "always", name: "Always allow npm publish", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

/** The question as an agent asks it; `requestId` is that of its record. */
export function permissionQuestion(sessionId: string): object {
  return { sessionId, toolCall: ASKED, options: OPTIONS };
}

export function fillWithCalls(session: FakeSession): void {
  const sessionId = session.view.id;
  let at = Date.now() - 120_000;
  const next = (ms = 400): number => (at += ms);
  const agent = (message: object, ms?: number) => session.append({ from: "agent", message, at: next(ms) });
  const client = (message: object, ms?: number) => session.append({ from: "client", message, at: next(ms) });
  const tenon = (message: object, ms?: number) => session.append({ from: "tenon", message, at: next(ms) });
  const update = (body: object, ms?: number) =>
    agent({ method: "session/update", params: { sessionId, update: body } }, ms);
  const call = (toolCallId: string, title: string, kind: string, rest: object) =>
    update({ sessionUpdate: "tool_call", toolCallId, title, kind, status: "in_progress", ...rest });
  const change = (toolCallId: string, rest: object, ms?: number) =>
    update({ sessionUpdate: "tool_call_update", toolCallId, ...rest }, ms);

  client({ id: 1, method: "session/new", params: { cwd: "/home/ada/engine", mcpServers: [] } });
  agent({ id: 1, result: { sessionId } });
  for (const [server, state, reason] of RECEIPTS) {
    tenon({ type: "receipt", server, state, at: next(12), ...(reason !== undefined && { reason }) }, 0);
  }
  tenon({ type: "include", server: "github", mode: "always" });
  client({ id: 2, method: "session/prompt", params: { sessionId, prompt: [text("Make the retries back off.")] } });
  update({ sessionUpdate: "usage_update", used: 48_200, size: 200_000 });

  tenon({ type: "decision", toolCallId: "edit", effect: "allow", reason: "Edits inside the folder are allowed" });
  call("edit", "Edit src/retry.ts", "edit", { rawInput: { path: "/home/ada/engine/src/retry.ts", content: NEW } });
  const diff = { type: "diff", path: "/home/ada/engine/src/retry.ts", oldText: OLD, newText: NEW };
  change("edit", { status: "completed", content: [diff] });

  agent({ id: 7, method: "terminal/create", params: { sessionId, command: "npm", args: ["test"], cwd: "/home/ada" } });
  client({ id: 7, result: { terminalId: "t1" } });
  call("test", "npm test", "execute", { rawInput: { command: "npm test" }, content: [terminal("t1")] });
  agent({ id: 8, method: "terminal/output", params: { sessionId, terminalId: "t1" } });
  client({ id: 8, result: { output: OUTPUT, truncated: false, exitStatus: { exitCode: 1 } } });
  change("test", { status: "failed" }, 8_000);

  call("shot", "browser: Take a screenshot", "other", { name: "mcp__browser__screenshot", rawInput: { full: true } });
  const picture = { type: "image", mimeType: "image/png", data: PICTURE };
  change("shot", { status: "completed", content: [block(picture), block(text("Taken at 1280 × 800."))] });

  call("issues", "github: List issues", "other", { rawInput: { repo: "ada/engine", labels: ["bug", "retry"] } });
  change("issues", {
    status: "completed",
    content: [block(text(JSON.stringify(ISSUES)))],
    rawOutput: ISSUES,
  });
  call("index", "search: Index the folder", "search", { content: [block(text("Indexing (3 of 10)"))] });

  agent({ id: 9, method: "session/request_permission", params: permissionQuestion(sessionId) });
  session.change({ state: "waiting" });
}

export function text(words: string) {
  return { type: "text", text: words };
}

export function block(content: object) {
  return { type: "content", content };
}

export function terminal(terminalId: string) {
  return { type: "terminal", terminalId };
}

const OLD = `export async function retry(run: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await run();
    if (response.ok) return response;
  }
}
`;

const NEW = `import { retryDelay } from "./retry-delay.ts";

export async function retry(run: () => Promise<Response>, attempts = 5): Promise<Response> {
  for (let failures = 0; ; failures += 1) {
    const response = await run();
    if (response.ok || failures === attempts) return response;
    await sleep(retryDelay(failures));
  }
}
`;

const OUTPUT = `\u001B[1m> engine@1.0.0 test\u001B[0m

 \u001B[32m✓\u001B[0m retry gives up after five attempts \u001B[90m(12 ms)\u001B[0m
 \u001B[31m✗\u001B[0m retry comes back within 50 ms

\u001B[31m  AssertionError: expected 100 to be at most 50\u001B[0m

1 passed, \u001B[31m1 failed\u001B[0m
`;

const RECEIPTS: readonly (readonly [string, string, string?])[] = [
  ["github", "declared"],
  ["github", "admitted"],
  ["linear", "declared"],
  ["notes", "declared"],
  ["notes", "admitted"],
  ["github", "started"],
  ["github", "listed", "26 tools"],
  ["linear", "needs sign-in", "It wants a sign-in at linear.app"],
  [
    "notes",
    "failed",
    "It ended with exit code 1. Its last words:\nError: Cannot find module './notes.js'\n    at Module._load",
  ],
  ["github", "offered"],
  ["github", "seen"],
  ["github", "called"],
];

const ISSUES = {
  total: 2,
  issues: [
    { number: 42, title: "The client hammers the server", labels: ["bug"], isOpen: true, assignee: null },
    { number: 57, title: "Retries are not spread", labels: ["bug", "retry"], isOpen: true, assignee: "ada" },
  ],
};

export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAKAAAABaCAMAAAAIGK1gAAAADFBMVEX8/PssYMTw8O7Pz8nMSGP1AAAAtElEQVR42u3aQRKEIAwEwLj+/88e92YpCE5JzwtagkGp1BaeAgQEBAQEBAQ8Bf4upv7Ze1J3Mw1YjRkPrL4MBNYjmb0Hbz9VA3BuAAEBFwTuo5MLzF3B3BLn7kFtBhAQ0Fl8sRe+AsxdwdwS5+5BbzEgIKCzuLMXDgV+82YhF5i7gtoMICCgO+qTXvg6MHcFc0ucuwe9xYCAgM5is1stwNwSf+t70OwWICDg6v/FZreWnd06ALNAPB3L2zdDAAAAAElFTkSuQmCC";

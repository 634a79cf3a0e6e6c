/**
 * A script that uses everything a well-behaved agent can do, and the conversation that plays it to its end.
 */

import {
  allow,
  answerFiles,
  answerWith,
  calls,
  everyClientCapability,
  hesitate,
  inTurn,
  scriptedTerminals,
  type AgentScript,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "@tenon/testkit/acp";

export const wholeScript: AgentScript = {
  newSession: {
    modes: { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] },
    updatesAfter: [
      { sessionUpdate: "available_commands_update", availableCommands: [{ name: "plan", description: "Make a plan" }] },
    ],
  },
  sessions: [
    {
      sessionId: "stored-1",
      cwd: "/project",
      title: "Yesterday",
      updatedAt: "2026-11-14T10:00:00Z",
      history: [
        { sessionUpdate: "user_message_chunk", content: { type: "text", text: "Hello?" }, messageId: "m1" },
        { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hello." }, messageId: "m2" },
      ],
    },
  ],
  turns: [
    {
      steps: [
        { type: "think", text: ["Let me ", "see."], messageId: "thought-1" },
        { type: "say", text: ["Grüße ", "👋 ", "on\ntwo lines\u2028.\n"], messageId: "message-1" },
        {
          type: "update",
          update: { sessionUpdate: "plan", entries: [{ content: "Look", priority: "high", status: "in_progress" }] },
        },
        {
          type: "tool",
          title: "Edit a file",
          kind: "edit",
          rawInput: { path: "/project/a.txt" },
          ask: true,
          steps: [
            { type: "call", method: "fs/read_text_file", params: { path: "/project/a.txt", line: 2, limit: 1 } },
            { type: "call", method: "fs/write_text_file", params: { path: "/project/b.txt", content: "new" } },
            { type: "terminal", command: "make", args: ["test"] },
            { type: "terminal", command: "serve", kill: true },
          ],
          output: "edited",
        },
        { type: "call", method: "fs/read_text_file", params: { path: "/project/missing.txt" } },
        {
          type: "call",
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Which colour?",
            requestedSchema: { type: "object", properties: { colour: { type: "string" } } },
          },
        },
        { type: "update", update: { sessionUpdate: "usage_update", used: 12, size: 1000 } },
      ],
    },
    { steps: [{ type: "tool", title: "Wait for leave", ask: true }] },
    { steps: [{ type: "say", text: "Still here: " }, { type: "echo" }] },
  ],
};

export function wholeClient() {
  const files = new Map([["/project/a.txt", "one\ntwo\nthree\n"]]);
  const terminals = scriptedTerminals((command) =>
    command === "make" ? { output: "2 tests passed\n", exitCode: 0 } : { output: "listening\n" },
  );
  const options: ScriptedClientOptions = {
    capabilities: everyClientCapability,
    answers: {
      "session/request_permission": inTurn(allow, hesitate),
      "elicitation/create": answerWith({ action: "accept", content: { colour: "blue" } }),
      ...answerFiles(files),
      ...terminals.answers,
    },
  };
  return { options, files, terminals };
}

/** Resolves with the session's id when the conversation is over. */
export async function converse(client: ScriptedClient): Promise<string> {
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: "/project" });
  await client.prompt(sessionId, "Do everything");
  const cancelled = client.prompt(sessionId, "And now wait");
  await client.transcript.when((entry) => calls("session/request_permission")(entry) && isSecondOf(client, entry));
  await client.cancel(sessionId);
  await cancelled;
  await client.prompt(sessionId, "Well?");
  await client.request("session/list", {});
  await client.request("session/load", { sessionId: "stored-1", cwd: "/project", mcpServers: [] });
  await client.request("session/close", { sessionId });
  return sessionId;
}

function isSecondOf(client: ScriptedClient, entry: object): boolean {
  const asked = client.transcript.entries.filter(calls("session/request_permission"));
  return asked.length === 2 && asked[1] === entry;
}

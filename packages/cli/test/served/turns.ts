/**
 * Turns that do not end by themselves, so that a kill always comes in the middle: one speaks and speaks, one waits for a
 * tool, one for a permission, one for a command; some of them belong to another agent.
 */

import type { NewSessionRequest } from "@agentclientprotocol/sdk";
import { type AgentScript, allow, type ClientAnswers, neverAnswer } from "@tenon/testkit/acp";
import type { ServerScript, StdioServer } from "@tenon/testkit/mcp";
import { type Answer, delay, type ModelRequest, text, toolCall } from "@tenon/testkit/model";

export type TurnKind = "speak" | "call" | "ask" | "command" | "several" | "other-agent";

/** What the model is asked; the prompt begins with it. */
export const FINISH = "Finish";

export const serverScript: ServerScript = {
  tools: [{ name: "echo" }, { name: "wait", call: [{ type: "progress", times: 2 }, { type: "never-answer" }] }],
};

export function hasServer(kind: TurnKind): boolean {
  return kind === "call" || kind === "several";
}

/** Whether our agent asks a person in it: if the question was open when the gateway was killed, it is put again and the turn goes on. */
export function mayGoOn(kind: TurnKind): boolean {
  return kind !== "speak" && kind !== "other-agent";
}

export function answersOf(kind: TurnKind): ClientAnswers {
  return { "session/request_permission": kind === "ask" ? neverAnswer : allow };
}

export function serversOf(kind: TurnKind, server: StdioServer, mark: Readonly<Record<string, string>>) {
  const env = Object.entries({ ...server.env, ...mark }).map(([name, value]) => ({ name, value }));
  const given = { name: "work", command: server.command, args: [...server.args], env };
  return (hasServer(kind) ? [given] : []) satisfies NewSessionRequest["mcpServers"];
}

/** What a record has in it when the turn has come to where it stays. */
export function signOf(kind: TurnKind): string {
  if (kind === "speak") return "word-1 ";
  return kind === "ask" ? '"session/request_permission"' : '"in_progress"';
}

/** The other agent's turns: the first in each of its lives ends, the second does not. */
export const otherAgent: AgentScript = {
  sessions: [{ sessionId: "session-1", cwd: "/", history: [] }],
  turns: [
    { steps: [{ type: "say", text: ["All ", "done."] }] },
    {
      steps: [
        { type: "say", text: Array.from({ length: 20 }, (_, index) => `word-${index} `) },
        { type: "tool", title: "Waiting", ask: true, steps: [{ type: "wait-for-cancel" }] },
      ],
    },
  ],
};

const COMMAND = { line: "sleep 600 & sleep 600" };
/** For some minutes: longer than any machine needs to bring all the others to where they stay. */
const SPEECH = Array.from({ length: 10_000 }, (_, index) => [text(`word-${index} `), delay(40)]).flat();

/** What our own agent's model says. */
export function answerTo({ messages }: ModelRequest): Answer {
  const asked = JSON.stringify(messages.findLast((message) => roleOf(message) === "user"));
  const [, kind] = / with (\w+)/.exec(asked) ?? [];
  if (asked.includes(FINISH)) {
    const hasCalled = roleOf(messages.at(-1)) !== "user";
    const callsFirst = (kind === "call" || kind === "several") && !hasCalled;
    return callsFirst ? [text("Let me see. "), toolCall("mcp__work__echo", { word: "here" })] : text("All ", "done.");
  }
  switch (kind) {
    case "speak":
      return SPEECH;
    case "call":
      return [text("Let me ", "wait. "), toolCall("mcp__work__wait")];
    case "several":
      return [
        text("All ", "at once. "),
        toolCall("mcp__work__echo", { word: "quick" }),
        toolCall("mcp__work__wait"),
        toolCall("run_command", COMMAND),
      ];
    default:
      return [text("Let me ", "run it. "), toolCall("run_command", COMMAND)];
  }
}

function roleOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "role" in message ? message.role : undefined;
}

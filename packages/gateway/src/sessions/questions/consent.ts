/**
 * Questions of our own to the people of a session: another agent wants something that the rules say to ask about, and has
 * not asked by itself. It is shown as a tool call, so that all clients see what was asked and decided.
 */

import type { AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf } from "@tenon/basis";
import { type Subject, visibleLine } from "@tenon/policy";

import { resultOf } from "../../wire/message.ts";
import type { Questions } from "./questions.ts";

export type AskConsent = (question: {
  readonly title: string;
  readonly reason: string;
  readonly subject: Subject;
}) => Promise<boolean>;

/** Sends an update of ours to all who follow the session. */
export type Show = (update: JsonObject & { readonly sessionUpdate: string }) => void;

const OPTIONS = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "reject-once", name: "Reject once", kind: "reject_once" },
];

export function consentOf({ sessionId, newId, questions, show }: ConsentOptions): AskConsent {
  return async ({ title, reason, subject }) => {
    const toolCallId = `tenon-${newId()}`;
    const toolCall = {
      toolCallId,
      title: visibleLine(title),
      kind: kindOf(subject),
      status: "pending",
      content: [{ type: "content", content: { type: "text", text: visibleLine(reason) } }],
    };
    show({ sessionUpdate: "tool_call", ...toolCall });
    const params = { sessionId, toolCall, options: OPTIONS };
    const request: AnyRequest = { jsonrpc: "2.0", id: toolCallId, method: "session/request_permission", params };
    const response = await new Promise<AnyResponse>((resolve) => void questions.ask(request, resolve));
    const { outcome, optionId } = objectOf(resultOf(response)["outcome"]);
    const isAllowed = outcome === "selected" && optionId === "allow-once";
    show({ sessionUpdate: "tool_call_update", toolCallId, status: isAllowed ? "completed" : "failed" });
    return isAllowed;
  };
}

function kindOf(subject: Subject): string {
  if (subject.type === "path") return subject.access === "read" ? "read" : "edit";
  return subject.type === "command" ? "execute" : "other";
}

export interface ConsentOptions {
  readonly sessionId: string;
  readonly newId: () => string;
  readonly questions: Pick<Questions, "ask">;
  readonly show: Show;
}

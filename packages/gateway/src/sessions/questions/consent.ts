/**
 * Questions of our own to the people of a session: another agent wants something that the rules say to ask about, and has
 * not asked by itself. It is shown as a tool call, so that everybody sees what was asked, and what came of it.
 */

import type { AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf } from "@tenon/basis";
import { type Subject, visibleLine } from "@tenon/policy";

import { idKey, resultOf } from "../../wire/message.ts";

export interface Consent {
  ask(question: { readonly title: string; readonly reason: string; readonly subject: Subject }): Promise<boolean>;
  /** True if this is the answer to a question of ours, which the agent must not see. */
  take(response: AnyResponse): boolean;
}

const OPTIONS = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "reject-once", name: "Reject once", kind: "reject_once" },
];

export function createConsent({ sessionId, newId, ask, show }: ConsentSetup): Consent {
  const open = new Map<string, (response: AnyResponse) => void>();
  return {
    async ask({ title, reason, subject }) {
      const toolCallId = `tenon-${newId()}`;
      const call = {
        toolCallId,
        title: visibleLine(title),
        kind: kindOf(subject),
        status: "pending",
        content: [{ type: "content", content: { type: "text", text: visibleLine(reason) } }],
      };
      show({ sessionUpdate: "tool_call", ...call });
      const params = { sessionId, toolCall: call, options: OPTIONS };
      const request: AnyRequest = { jsonrpc: "2.0", id: toolCallId, method: "session/request_permission", params };
      const response = await new Promise<AnyResponse>((resolve) => {
        open.set(idKey(request.id), resolve);
        ask(request);
      });
      const { outcome, optionId } = objectOf(resultOf(response)["outcome"]);
      const isAllowed = outcome === "selected" && optionId === "allow-once";
      show({ sessionUpdate: "tool_call_update", toolCallId, status: isAllowed ? "completed" : "failed" });
      return isAllowed;
    },
    take(response) {
      const key = "id" in response ? idKey(response.id) : "";
      const resolve = open.get(key);
      open.delete(key);
      resolve?.(response);
      return resolve !== undefined;
    },
  };
}

function kindOf(subject: Subject): string {
  if (subject.type === "path") return subject.access === "read" ? "read" : "edit";
  return subject.type === "command" ? "execute" : "other";
}

export interface ConsentSetup {
  readonly sessionId: string;
  readonly newId: () => string;
  ask(request: AnyRequest): void;
  /** To all who follow the session. */
  show(update: JsonObject & { readonly sessionUpdate: string }): void;
}

/**
 * The user's rules on another agent's requests, before they are carried out or put to people. Our own agent puts everything
 * to the rules itself.
 *
 * What they deny is refused, what they allow is not asked; where they say to ask, the people of the session are.
 */

import {
  type AnyRequest,
  type AnyResponse,
  RequestError,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk";
import { isObject, itemsOf, stringOf } from "@tenon/basis";
import {
  decidePermission,
  permitAtClient,
  permitRequest,
  type ServiceRequest,
  settledAnswer,
  type SessionContext,
} from "@tenon/client";
import { servicePolicy, sessionPolicy } from "@tenon/policy";
import type { TimelineEvent } from "@tenon/timeline";

import type { OpenedRules } from "../../gateway-options.ts";
import { answer, paramsOf } from "../../wire/message.ts";
import { errorAnswer } from "../../wire/wire-error.ts";
import type { AskConsent } from "../questions/consent.ts";
import type { KnownCalls } from "./known-calls.ts";

export interface Gate {
  /** The answer to a request that the rules settle; undefined for one that goes on. Never rejects. */
  settle(request: AnyRequest): Promise<AnyResponse | undefined>;
}

export interface GateOptions {
  /** Undefined while it is not known which folder it is of: then only questions go on. */
  session(): SessionContext | undefined;
  /** Its folders are on a client's machine: paths are compared, and not looked up here. */
  isAtClient(): boolean;
  rules(): Promise<OpenedRules>;
  readonly calls: KnownCalls;
  /** Puts a question of our own to the people of the session. */
  readonly consent: AskConsent;
  note(event: TimelineEvent): void;
}

export function createGate(options: GateOptions): Gate {
  const { session: sessionOf, rules: open, calls, consent, note } = options;
  return {
    async settle(request) {
      const session = sessionOf();
      try {
        if (request.method === "session/request_permission") return session && (await settleQuestion(request, session));
        if (!session) throw RequestError.invalidParams(undefined, "the session is not open yet");
        const asked = serviceRequest(request);
        if (!asked) return undefined;
        const rules = await open();
        const permit = options.isAtClient() ? permitAtClient : permitRequest;
        await permit(asked, session, {
          policy: () => servicePolicy(rules),
          consent: ({ subject, decision }) => consent({ title: titleOf(asked), reason: decision.reason, subject }),
        });
        return undefined;
      } catch (error) {
        return errorAnswer(request.id, error);
      }
    },
  };

  async function settleQuestion(request: AnyRequest, session: SessionContext): Promise<AnyResponse | undefined> {
    const params = paramsOf(request);
    if (!isPermission(params)) return undefined;
    const known = calls.complete(params);
    const rules = await open();
    const { decision } = await decidePermission(known, session, {
      policy: () => sessionPolicy(rules),
      grants: rules.grants,
    });
    const settled = settledAnswer(known, decision);
    if (!settled) return undefined;
    const { effect, reason } = decision;
    note({ type: "decision", toolCallId: known.toolCall.toolCallId, effect, reason });
    return answer(request.id, settled);
  }
}

function isPermission(params: object): params is RequestPermissionRequest {
  return (
    "toolCall" in params &&
    isObject(params.toolCall) &&
    typeof params.toolCall["toolCallId"] === "string" &&
    "options" in params &&
    Array.isArray(params.options)
  );
}

/** Undefined for what touches no file and starts nothing, and for invalid params, which are refused later. */
function serviceRequest(request: AnyRequest): ServiceRequest | undefined {
  const params = paramsOf(request);
  const [path, command, cwd] = ["path", "command", "cwd"].map((name) => stringOf(params[name]));
  if (request.method === "fs/read_text_file" && path !== undefined) return { type: "read", path };
  if (request.method === "fs/write_text_file" && path !== undefined) return { type: "write", path };
  if (request.method !== "terminal/create" || command === undefined) return undefined;
  return { type: "run", command, args: itemsOf(params["args"]).map(String), cwd };
}

function titleOf(asked: ServiceRequest): string {
  if (asked.type !== "run") return `${asked.type === "read" ? "Read" : "Write"} ${asked.path}`;
  return `Run ${[asked.command, ...(asked.args ?? [])].join(" ")}`;
}

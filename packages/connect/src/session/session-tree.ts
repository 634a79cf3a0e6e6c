/**
 * The files and terminals of one session, for the agent over there: the editor's where it has them, and otherwise our own.
 * Either way within the session's folders, by the user's rules and answers.
 */

import { hostname } from "node:os";
import { resolve } from "node:path";

import { RequestError } from "@agentclientprotocol/sdk";
import {
  defined,
  errorMessage,
  itemsOf,
  type JsonObject,
  monotonicClock,
  objectOf,
  RPC_ERROR,
  stringOf,
} from "@tenon/basis";
import {
  type AskForConsent,
  openFiles,
  openTerminals,
  permitRequest,
  type ServiceRequest,
  type SessionContext,
  type TerminalOptions,
  serviceRequests,
} from "@tenon/client";
import { decidedPolicy } from "@tenon/policy";
import { type OpeningRequest, type SessionConsent, type Sides, WireError } from "@tenon/proxy";

import { createAdmission, LIMITS } from "../servers/limits.ts";
import type { Act, ApprovedActs } from "./approved-acts.ts";
import { createOwnTerminals } from "./own-terminals.ts";
import { askAbout, type AskAboutOptions } from "./ask-about.ts";
import { lineOf } from "./command-line.ts";
import { refuseCode } from "./refuse-code.ts";

export interface SessionTree {
  /** Whether a request of the gateway is for files or terminals. Then it is answered. */
  take(request: JsonObject): boolean;
  /** The gateway takes a request back. */
  cancel(requestId: unknown): boolean;
  /** An update of a call as the editor gets it; undefined if it stays as it is. */
  shown(update: JsonObject): JsonObject | undefined;
  /** Ends all commands. */
  close(): Promise<void>;
}

export interface SessionTreeOptions extends Pick<AskAboutOptions, "client" | "asker" | "newId"> {
  readonly request: Pick<OpeningRequest, "cwd" | "roots">;
  readonly rules: Promise<SessionConsent>;
  readonly approved: ApprovedActs;
  readonly sides: Pick<Sides, "toAgent">;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function openSessionTree(options: SessionTreeOptions): SessionTree {
  const { client, sides } = options;
  const { cwd, roots } = options.request;
  const session = { id: "", cwd, roots };
  const running = createRunningRequests(sides.toAgent);
  const terminals = createOwnTerminals();
  const admission = createAdmission(LIMITS, monotonicClock);
  let passed: readonly string[] = [];
  const own = openOwn(session, { ...options, passedVariables: () => passed, onOutput: terminals.wrote });

  return {
    take({ id, method, params }) {
      const name = stringOf(method) ?? "";
      if (!serviceRequests.has(name)) return false;
      const problem = admission.refuse({ length: 0, ofServer: running.size, ofAll: running.size });
      if (problem) {
        sides.toAgent({ jsonrpc: "2.0", id, error: problem });
        return true;
      }
      running.start(id, (signal) => answer(name, objectOf(params), signal));
      return true;
    },
    cancel: running.cancel,
    shown: (update) => (client.capabilities["terminal"] === true ? undefined : terminals.shown(update)),
    async close() {
      running.cancelAll();
      await own.terminals.close();
    },
  };

  async function answer(method: string, params: JsonObject, signal: AbortSignal): Promise<unknown> {
    const rules = await options.rules;
    passed = rules.session.passedVariables ?? [];
    refuseCode(params["env"]);
    const asked = requestOf(method, params);
    if (asked) await permitRequest(asked, session, { policy: rules.policy, consent: consentTo(params, rules, signal) });
    signal.throwIfAborted();
    if (!editorHas(client.capabilities, method)) return await serviceRequests.get(method)?.(own, params, signal);
    const { sessionId: _, ...rest } = params;
    return await client.ask(method, rest, { signal });
  }

  /** By what the user has just allowed the agent, by what they allowed before, or by asking them. */
  function consentTo(params: JsonObject, rules: SessionConsent, signal: AbortSignal): AskForConsent {
    return async ({ subject }) => {
      const act = actOf(params, cwd);
      const isMeant = act && (act.type === "run") === (subject.type === "command");
      if (isMeant && options.approved.take(act)) return true;
      const { isAllowed } = await rules.requireConsent({
        subjects: [subject],
        ask: (choices) => askAbout({ ...options, subject, choices, act, cwd, signal }),
      });
      return isAllowed;
    };
  }
}

/** The files and terminals of this machine. What they are asked for has been decided. */
function openOwn(
  session: SessionContext,
  options: Pick<SessionTreeOptions, "newId" | "environment"> & Pick<TerminalOptions, "passedVariables" | "onOutput">,
) {
  const { newId, environment: env, ...rest } = options;
  return {
    files: openFiles({ policy: decidedPolicy })(session),
    terminals: openTerminals({ policy: decidedPolicy, newId: () => newId(), env, ...rest })(session),
  };
}

/** Requests of the gateway that have no answer yet. */
function createRunningRequests(send: (message: JsonObject) => void) {
  const running = new Map<unknown, AbortController>();
  return {
    get size() {
      return running.size;
    },
    start(id: unknown, work: (signal: AbortSignal) => Promise<unknown>): void {
      const cancel = new AbortController();
      running.set(id, cancel);
      void work(cancel.signal).then(
        (result) => reply(id, { result }),
        (error: unknown) => reply(id, { error: errorOf(error) }),
      );
    },
    cancel(id: unknown): boolean {
      const request = running.get(id);
      request?.abort(new Error("Request cancelled"));
      return request !== undefined;
    },
    cancelAll(): void {
      for (const request of running.values()) request.abort(new Error("The session has ended"));
    },
  };

  function reply(id: unknown, response: JsonObject): void {
    running.delete(id);
    send({ jsonrpc: "2.0", id, ...response });
  }
}

/** What has to be put to the rules; a terminal that exists was permitted. */
function requestOf(method: string, params: JsonObject): ServiceRequest | undefined {
  const { path, command, args, cwd } = params;
  if (method === "fs/read_text_file") return { type: "read", path: String(path) };
  if (method === "fs/write_text_file") return { type: "write", path: String(path) };
  if (method !== "terminal/create") return undefined;
  return { type: "run", command: String(command), args: itemsOf(args).map(String), cwd: stringOf(cwd) };
}

function actOf({ path, content, command, args, cwd: given }: JsonObject, cwd: string): Act | undefined {
  if (typeof path === "string") return typeof content === "string" ? { type: "write", path, content } : undefined;
  if (typeof command !== "string") return undefined;
  return { type: "run", line: lineOf(command, itemsOf(args).map(String)), cwd: resolve(cwd, stringOf(given) ?? "") };
}

function editorHas(capabilities: JsonObject, method: string): boolean {
  const { readTextFile, writeTextFile } = objectOf(capabilities["fs"]);
  if (method === "fs/read_text_file") return readTextFile === true;
  return method === "fs/write_text_file" ? writeTextFile === true : capabilities["terminal"] === true;
}

function errorOf(error: unknown): JsonObject {
  if (error instanceof WireError) return { code: error.rpcCode ?? RPC_ERROR.internal, message: error.message };
  const { code, data } = error instanceof RequestError ? error : { code: RPC_ERROR.internal, data: undefined };
  const where =
    code === RPC_ERROR.invalidParams || code === RPC_ERROR.notFound
      ? ` (on ${hostname()}, which holds this session's files)`
      : "";
  return { code, message: `${errorMessage(error)}${where}`, ...defined({ data }) };
}

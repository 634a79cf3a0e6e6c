/**
 * Questions of servers to the user, as ACP elicitations, with the call that they belong to [R118].
 *
 * A server learns what the user answered and nothing else: any failure is a `cancel`, and never a wait without end [S-03].
 */

import { defined, errorMessage, type JsonObject } from "@tenon/basis";
import { isSecretName } from "@tenon/policy";

import type { Asker, SessionCallbacks } from "../connection/protocol/client-callbacks.ts";
import type { Notice } from "./notice.ts";

type Elicit = NonNullable<SessionCallbacks["elicit"]>;
type Question = Parameters<Elicit["ask"]>[0];
type FormQuestion = Extract<Question, { readonly requestedSchema: unknown }>;
type UrlQuestion = Extract<Question, { readonly url: string }>;
type Answer = Awaited<ReturnType<Elicit["ask"]>>;

// Few servers report that the user is done.
const MAX_OPEN_PAGES = 100;

export interface PersonAskerOptions {
  /** What the client can show. */
  readonly modes: readonly ("form" | "url")[];
  readonly client: AskedClient;
  readonly forms: Forms;
  /** The calls of a server that run now: a question is shown with its call, and ends with it. */
  readonly callsOf: (server: string) => readonly { readonly toolCallId: string; readonly signal: AbortSignal }[];
  readonly newId: () => string;
  /** Resolves when the client knows the session: a server may ask as soon as it is connected [S-12]. */
  readonly announced: Promise<unknown>;
}

export interface AskedClient {
  /** `elicitation/create`, without the session's id. Rejects if it cannot be answered. */
  elicit(question: ElicitationQuestion, options: { readonly signal: AbortSignal }): Promise<ElicitationAnswer>;
  /** `elicitation/complete`. */
  complete(elicitationId: string): void;
  notice(notice: Notice): unknown;
}

export type ElicitationQuestion = {
  readonly message: string;
  readonly toolCallId?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
} & (
  | { readonly mode: "form"; readonly requestedSchema: FormQuestion["requestedSchema"] }
  | { readonly mode: "url"; readonly url: string; readonly elicitationId: string }
);

export interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: unknown;
}

/** No form may ask for a secret [R144], and no answer goes to the server that does not fit its form [R145]. */
export interface Forms {
  /** The names of the fields that take any text. */
  freeTextFields(schema: unknown): readonly string[];
  /** What does not fit, in sentences; undefined if all does. */
  answerProblem(schema: unknown, content: JsonObject): string | undefined;
}

/** Undefined if the client supports no elicitation: then servers are not offered it [R142] [S-06]. */
export function createPersonAsker(options: PersonAskerOptions): Elicit | undefined {
  const { modes, client, callsOf, announced } = options;
  if (modes.length === 0) return undefined;
  const pages = createOpenPages(options);
  return {
    modes,
    async ask(question, from) {
      // A cancelled turn ends its questions too.
      const signal = AbortSignal.any([from.signal, ...callsOf(from.server).map((call) => call.signal)]);
      try {
        await announced;
        signal.throwIfAborted();
        const ask = { ...options, from, signal };
        return "url" in question ? await pages.ask(question, ask) : await askToFill(question, ask);
      } catch (error) {
        if (!signal.aborted) warn(client, from, `The client could not be asked: ${errorMessage(error)}`);
        return { action: "cancel" };
      }
    },
    completed: pages.completed,
  };
}

type Ask = PersonAskerOptions & { readonly from: Asker; readonly signal: AbortSignal };

async function askToFill({ message, requestedSchema }: FormQuestion, ask: Ask): Promise<Answer> {
  const { client, from, forms, modes, signal } = ask;
  const secret = forms.freeTextFields(requestedSchema).find((name) => isSecretName(name, "field"));
  if (!modes.includes("form") || secret !== undefined) {
    const why = secret === undefined ? "The client does not support forms" : `Its form asks for a secret, ${secret}`;
    warn(client, from, why);
    return { action: "decline" };
  }
  const response = await client.elicit({ mode: "form", ...questionOf(message, ask), requestedSchema }, { signal });
  if (response.action !== "accept") return { action: response.action };
  const content = contentOf(response.content);
  const problem = forms.answerProblem(requestedSchema, content);
  if (problem === undefined) return { action: "accept", content };
  warn(client, from, `The answer does not match the form: ${problem}`);
  return { action: "cancel" };
}

/** The pages that servers sent the user to, until they say that the user is done. */
function createOpenPages({ client, modes, newId }: PersonAskerOptions) {
  const pages = new Map<string, string>();
  return {
    async ask({ message, url, elicitationId }: UrlQuestion, ask: Ask): Promise<Answer> {
      const canOpen = modes.includes("url");
      if (!canOpen || !/^https?:\/\//i.test(url)) {
        warn(client, ask.from, canOpen ? `${url} is not an http or https URL` : "The client cannot open URLs");
        return { action: "decline" };
      }
      // Two servers may choose the same id; ours are unique [R147].
      const ours = newId();
      const key = keyOf(ask.from.server, elicitationId);
      if (pages.size < MAX_OPEN_PAGES) pages.set(key, ours);
      const question = { mode: "url", ...questionOf(message, ask), url, elicitationId: ours } as const;
      const { action } = await client.elicit(question, { signal: ask.signal });
      // Accepted means that the user goes there, not that they are done [R146].
      if (action !== "accept") pages.delete(key);
      return { action };
    },
    completed(elicitationId: unknown, server: string): void {
      const key = keyOf(server, elicitationId);
      const ours = pages.get(key);
      if (ours === undefined) return;
      pages.delete(key);
      client.complete(ours);
    },
  };
}

function questionOf(message: string, { callsOf, from: { server } }: Ask) {
  const [call, ...others] = callsOf(server);
  // With several calls it is unknown which of them asks.
  const toolCallId = others.length === 0 ? call?.toolCallId : undefined;
  return { ...defined({ toolCallId }), message: `${server} asks: ${message}` };
}

function warn(client: AskedClient, { server }: Asker, description: string): void {
  client.notice({ severity: "warning", title: `${server} asked a question that was not answered`, description });
}

function keyOf(server: string, elicitationId: unknown): string {
  return JSON.stringify([server, elicitationId]);
}

/** Unchecked: `answerProblem` compares it with the form. */
function contentOf(content: unknown): NonNullable<Answer["content"]> {
  return typeof content === "object" && content !== null ? Object.fromEntries(Object.entries(content)) : {};
}

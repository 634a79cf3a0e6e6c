/**
 * Questions of servers to the user, as ACP elicitations, with the call that they belong to [R118].
 *
 * A server learns what the user answered and nothing else: any failure is a `cancel`, and never a wait without end [S-03].
 */

import { type CreateElicitationRequest, methods } from "@agentclientprotocol/sdk";
import { defined, errorMessage } from "@tenon/basis";
import type { Asker, SessionCallbacks } from "@tenon/hub";

import { readElicitation } from "../../acp-client/client-answer.ts";
import type { SessionClient } from "../../acp-client/session-client.ts";
import type { NewId } from "../../acp-client/new-id.ts";
import { problemWith, secretIn } from "./form-answer.ts";
import type { RunningCalls } from "../calls/running-calls.ts";

type Elicit = NonNullable<SessionCallbacks["elicit"]>;
type Question = Parameters<Elicit["ask"]>[0];
type FormQuestion = Extract<Question, { readonly requestedSchema: unknown }>;
type UrlQuestion = Extract<Question, { readonly url: string }>;
type Answer = Awaited<ReturnType<Elicit["ask"]>>;

// Few servers report that the user is done.
const MAX_OPEN_PAGES = 100;

export interface PersonAskerOptions {
  readonly client: SessionClient;
  readonly running: RunningCalls;
  readonly newId: NewId;
  /** Resolves when the client knows the session: a server may ask as soon as it is connected [S-12]. */
  readonly announced: Promise<void>;
}

/** Undefined if the client supports no elicitation: then servers are not offered it [R142] [S-06]. */
export function createPersonAsker(options: PersonAskerOptions): Elicit | undefined {
  const { client, running, announced } = options;
  const { form, url } = client.capabilities.elicitation ?? {};
  const modes = [...(form ? (["form"] as const) : []), ...(url ? (["url"] as const) : [])];
  if (modes.length === 0) return undefined;
  const pages = createOpenPages(options);
  return {
    modes,
    async ask(question, from) {
      // A cancelled turn ends its questions too.
      const signal = AbortSignal.any([from.signal, ...running.of(from.server).map((call) => call.signal)]);
      try {
        await announced;
        signal.throwIfAborted();
        const ask = { ...options, from, signal };
        return "url" in question ? await pages.ask(question, ask) : await askToFill(question, ask);
      } catch (error) {
        if (!signal.aborted) await warn(client, from, `The client could not be asked: ${errorMessage(error)}`);
        return { action: "cancel" };
      }
    },
    completed: pages.completed,
  };
}

type Ask = PersonAskerOptions & { readonly from: Asker; readonly signal: AbortSignal };

async function askToFill({ message, requestedSchema }: FormQuestion, ask: Ask): Promise<Answer> {
  const { client, from } = ask;
  const secret = secretIn(requestedSchema);
  if (!client.capabilities.elicitation?.form || secret !== undefined) {
    const why = secret === undefined ? "The client does not support forms" : `Its form asks for a secret, ${secret}`;
    await warn(client, from, why);
    return { action: "decline" };
  }
  const response = await request({ mode: "form", ...questionOf(message, ask), requestedSchema }, ask);
  if (response.action !== "accept") return { action: response.action };
  const content = contentOf(response.content);
  const problem = problemWith(content, requestedSchema);
  if (problem === undefined) return { action: "accept", content };
  await warn(client, from, `The answer does not fit the form: ${problem}`);
  return { action: "cancel" };
}

/** The pages that servers sent the user to, until they say that the user is done. */
function createOpenPages({ client, newId }: PersonAskerOptions) {
  const pages = new Map<string, string>();
  return {
    async ask({ message, url, elicitationId }: UrlQuestion, ask: Ask): Promise<Answer> {
      const canOpen = Boolean(client.capabilities.elicitation?.url);
      if (!canOpen || !/^https?:\/\//i.test(url)) {
        await warn(client, ask.from, canOpen ? `${url} is not an http or https URL` : "The client cannot open URLs");
        return { action: "decline" };
      }
      // Two servers may choose the same id; ours are unique [R147].
      const ours = newId("elicitation");
      const key = keyOf(ask.from.server, elicitationId);
      if (pages.size < MAX_OPEN_PAGES) pages.set(key, ours);
      const { action } = await request({ mode: "url", ...questionOf(message, ask), url, elicitationId: ours }, ask);
      // Accepted means that the user goes there, not that they are done [R146].
      if (action !== "accept") pages.delete(key);
      return { action };
    },
    completed(elicitationId: unknown, server: string): void {
      const key = keyOf(server, elicitationId);
      const ours = pages.get(key);
      if (ours === undefined) return;
      pages.delete(key);
      void client.context.notify(methods.client.elicitation.complete, { elicitationId: ours }).catch(() => {});
    },
  };
}

function questionOf(message: string, { client, running, from: { server } }: Ask) {
  const [call, ...others] = running.of(server);
  // With several calls it is unknown which of them asks.
  const toolCallId = others.length === 0 ? call?.toolCallId : undefined;
  return { sessionId: client.sessionId, ...defined({ toolCallId }), message: `${server} asks: ${message}` };
}

async function request(question: CreateElicitationRequest, { client, signal }: Ask) {
  const answer = await client.context.request(methods.client.elicitation.create, question, {
    cancellationSignal: signal,
    // A client that never answers must not hold up a cancel.
    stopWaitingOnCancel: true,
  });
  return readElicitation(answer);
}

async function warn(client: SessionClient, { server }: Asker, description: string): Promise<void> {
  await client.notice({ severity: "warning", title: `${server} asked you something and got no answer`, description });
}

function keyOf(server: string, elicitationId: unknown): string {
  return JSON.stringify([server, elicitationId]);
}

/** Unchecked: `problemWith` compares it with the form. */
function contentOf(content: unknown): NonNullable<Answer["content"]> {
  return typeof content === "object" && content !== null ? Object.fromEntries(Object.entries(content)) : {};
}

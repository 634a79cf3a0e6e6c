/**
 * What servers ask a person, put to the client as ACP elicitations, with the call that it belongs to [R118].
 *
 * A server learns what the person answered and nothing else: whatever goes wrong is a `cancel`, and never a wait without
 * end [S-03].
 */

import { type CreateElicitationRequest, methods } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
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

// Servers seldom say that what somebody was sent to an address for is done.
const MOST_OPEN_PAGES = 100;

/** Undefined if the client cannot be asked anything: then servers are not told that they may [R142] [S-06]. */
export function createPersonAsker(options: {
  readonly client: SessionClient;
  readonly running: RunningCalls;
  readonly newId: NewId;
  /** Resolves when the client knows the session: a server may ask as soon as it is connected [S-12]. */
  readonly announced: Promise<void>;
}): Elicit | undefined {
  const { client, running, newId, announced } = options;
  const { form, url } = client.capabilities.elicitation ?? {};
  const modes = [...(form ? (["form"] as const) : []), ...(url ? (["url"] as const) : [])];
  const pages = new Map<string, string>();
  if (modes.length === 0) return undefined;

  return {
    modes,
    async ask(question, from) {
      const signal = signalOf(from);
      try {
        await announced;
        signal.throwIfAborted();
        return "url" in question ? await askToOpen(question, from, signal) : await askToFill(question, from, signal);
      } catch (error) {
        if (!signal.aborted) await tell(from, `The client could not be asked: ${wordsOf(error)}`);
        return { action: "cancel" };
      }
    },
    completed(elicitationId, server) {
      const ours = pages.get(keyOf(server, elicitationId));
      if (ours === undefined) return;
      pages.delete(keyOf(server, elicitationId));
      void client.context.notify(methods.client.elicitation.complete, { elicitationId: ours }).catch(() => {});
    },
  };

  async function askToFill(question: FormQuestion, from: Asker, signal: AbortSignal): Promise<Answer> {
    const { message, requestedSchema } = question;
    const secret = secretIn(requestedSchema);
    if (!form || secret !== undefined) {
      await tell(from, secret === undefined ? "The client shows no forms" : `Its form asks for a secret, ${secret}`);
      return { action: "decline" };
    }
    const response = await request({ mode: "form", ...questionOf(from, message), requestedSchema }, signal);
    if (response.action === "decline") return { action: "decline" };
    if (response.action !== "accept") return { action: "cancel" };
    const content = contentOf(response.content);
    const problem = problemWith(content, requestedSchema);
    if (problem === undefined) return { action: "accept", content };
    await tell(from, `The answer does not fit the form: ${problem}`);
    return { action: "cancel" };
  }

  async function askToOpen(question: UrlQuestion, from: Asker, signal: AbortSignal): Promise<Answer> {
    const { message, url: address, elicitationId } = question;
    if (!url || !/^https?:\/\//i.test(address)) {
      await tell(from, url ? `${address} is no address of a page` : "The client opens no pages");
      return { action: "decline" };
    }
    // Two servers may choose the same id; ours are unique [R147].
    const ours = newId("elicitation");
    if (pages.size < MOST_OPEN_PAGES) pages.set(keyOf(from.server, elicitationId), ours);
    const { action } = await request(
      { mode: "url", ...questionOf(from, message), url: address, elicitationId: ours },
      signal,
    );
    // Accepted means that the person goes there, not that they have done it [R146].
    if (action === "accept") return { action };
    pages.delete(keyOf(from.server, elicitationId));
    return { action: action === "decline" ? "decline" : "cancel" };
  }

  function questionOf({ server }: Asker, message: string) {
    const [call, ...others] = running.of(server);
    // Which of several calls asks, nobody can tell.
    const toolCallId = others.length === 0 ? call?.toolCallId : undefined;
    return {
      sessionId: client.sessionId,
      ...(toolCallId !== undefined && { toolCallId }),
      message: `${server} asks: ${message}`,
    };
  }

  async function request(question: CreateElicitationRequest, signal: AbortSignal) {
    const answer = await client.context.request(methods.client.elicitation.create, question, {
      cancellationSignal: signal,
      // A client that never answers must not hold up a cancel.
      stopWaitingOnCancel: true,
    });
    return readElicitation(answer);
  }

  /** A cancelled turn ends its questions too. */
  function signalOf({ server, signal }: Asker): AbortSignal {
    return AbortSignal.any([signal, ...running.of(server).map((call) => call.signal)]);
  }

  async function tell({ server }: Asker, description: string): Promise<void> {
    const title = `${server} wanted to ask you something and got no answer`;
    await client.notice({ severity: "warning", title, description });
  }
}

function keyOf(server: string, elicitationId: unknown): string {
  return JSON.stringify([server, elicitationId]);
}

function contentOf(content: unknown): NonNullable<Answer["content"]> {
  return typeof content === "object" && content !== null ? Object.fromEntries(Object.entries(content)) : {};
}

function wordsOf(error: unknown): string {
  return errorMessage(error);
}

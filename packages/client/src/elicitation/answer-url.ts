/**
 * Asks a person whether to open a URL of an agent. The URL is shown whole, and never fetched before: not to check it, not
 * for its title [R148]. A yes means that it was opened, not that anything was done there.
 */

import type { CreateElicitationRequest, ElicitationUrlMode } from "@agentclientprotocol/sdk";
import { unlessAborted } from "@tenon/basis";
import { hostWarning } from "@tenon/policy";

import type { AnswerElicitation } from "../services.ts";

/** Where the person is. The prompter also opens the URL, once the person agrees. */
export interface UrlPrompter {
  /** "accept": the person agreed, and it was opened. Aborted, it takes the question away. */
  consent(question: UrlQuestion, options: { readonly signal: AbortSignal }): Promise<"accept" | "decline" | "cancel">;
  /** The agent says that what the person went there for is done. */
  done?(question: UrlQuestion): void;
}

export interface UrlQuestion {
  /** Who asks. */
  readonly agent: string;
  readonly message: string;
  /** As the agent wrote it. */
  readonly url: string;
  readonly host: string;
  /** What is odd about it, in sentences. */
  readonly warnings: readonly string[];
}

export interface UrlElicitation {
  readonly url: AnswerElicitation;
  /** An id that was never agreed to, or is done, is nothing to us [R147]. */
  readonly complete: (elicitationId: string) => void;
}

export function answerUrl(prompter: UrlPrompter, options: { readonly agent: string }): UrlElicitation {
  const open = new Map<string, UrlQuestion>();
  return {
    async url(request, { signal }) {
      const question = isUrl(request) ? questionOf(request, options.agent) : undefined;
      // Nothing that could be shown as an address; an agent's mistake, and not the person's choice.
      if (!question || !isUrl(request) || signal.aborted) return { action: "cancel" };
      // It may be complete before the prompter returns.
      open.set(request.elicitationId, question);
      let action: string | undefined;
      try {
        action = await unlessAborted(prompter.consent(question, { signal }), signal);
      } finally {
        if (action !== "accept") open.delete(request.elicitationId);
      }
      return { action: action ?? "cancel" };
    },
    complete(elicitationId) {
      const question = open.get(elicitationId);
      if (!open.delete(elicitationId) || !question) return;
      prompter.done?.(question);
    },
  };
}

function isUrl(request: CreateElicitationRequest): request is CreateElicitationRequest & ElicitationUrlMode {
  return request.mode === "url" && "url" in request && "elicitationId" in request;
}

function questionOf(
  { url: text, message }: CreateElicitationRequest & ElicitationUrlMode,
  agent: string,
): UrlQuestion | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A browser would run `javascript:`, and show `file:`.
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const warnings = [
    hostWarning(url),
    url.protocol === "http:" ? "The connection is not encrypted (http)." : undefined,
    url.username === "" ? undefined : "The URL contains a user name, which can look like another host.",
  ].filter((warning) => warning !== undefined);
  return { agent, message, url: text, host: url.host, warnings };
}

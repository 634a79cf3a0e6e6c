/**
 * The prompts that wait for their turn, as the journal knows them: a machine that opens the session after another was lost has
 * them wait on, also those of clients that do not come again.
 *
 * Only those that their clients have named: by that name the journal shows whether one has run.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { Journal } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

import { type ClientLink, createClientLink } from "../wire/client-link.ts";
import { paramsOf, tenonMeta } from "../wire/message.ts";
import { createOutbox } from "../wire/outbox.ts";

export interface KeptPrompt {
  readonly promptId: string;
  readonly by: string;
  readonly params: JsonObject;
}

export type KeptPromptEvent =
  | ({ readonly type: "prompt-waiting" } & KeptPrompt)
  | { readonly type: "prompt-dismissed"; readonly promptId: string };

const KINDS = ["prompt-waiting", "prompt-dismissed", "session/prompt"];

/** Those that wait since this time or later, in milliseconds since 1970. */
export async function keptPrompts(
  journal: Pick<Journal, "records">,
  sessionId: string,
  since: number,
): Promise<readonly KeptPrompt[]> {
  const kept = new Map<string, KeptPrompt>();
  for await (const record of journal.records(sessionId, { kinds: KINDS })) {
    const message = objectOf(messageOf(record));
    const { promptId, by, params } = message;
    if (record.from === "client") kept.delete(String(tenonMeta(objectOf(params))["promptId"]));
    else if (record.kind === "prompt-dismissed") kept.delete(String(promptId));
    else if (record.at >= since && typeof promptId === "string" && isObject(params))
      kept.set(promptId, { promptId, by: stringOf(by) ?? "", params });
  }
  return [...kept.values()];
}

export function waitingEvent({ name }: ClientLink, request: AnyRequest): KeptPromptEvent | undefined {
  const params = paramsOf(request);
  const promptId = stringOf(tenonMeta(params)["promptId"]);
  return promptId === undefined ? undefined : { type: "prompt-waiting", promptId, by: name, params };
}

/** Stands for a client that is not here any more. */
export function absentLink(name: string): ClientLink {
  const outbox = createOutbox({ writable: new WritableStream(), messages: 1, characters: 1, onFailure() {} });
  const link = createClientLink({ name, source: "client", outbox, giveUp() {} });
  link.end();
  return link;
}

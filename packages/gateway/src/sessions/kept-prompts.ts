/**
 * The prompts that wait for their turn, as the journal knows them: a machine that opens the session after another was lost has
 * them wait on, also those of clients that do not come again.
 *
 * Only those that their clients have named: by that name the journal shows whether one has run.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { isImportMark, type Journal, type SessionRecord } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

import type { Access } from "../people/access.ts";
import { type ClientLink, createClientLink } from "../wire/client-link.ts";
import { paramsOf, tenonMeta } from "../wire/message.ts";
import { createOutbox } from "../wire/outbox.ts";

export interface KeptPrompt {
  readonly promptId: string;
  readonly by: string;
  /** Absent where there are no people. */
  readonly personId?: string | undefined;
  readonly params: JsonObject;
}

export type KeptPromptEvent =
  | ({ readonly type: "prompt-waiting" } & KeptPrompt)
  | { readonly type: "prompt-dismissed"; readonly promptId: string };

const KINDS = ["prompt-waiting", "prompt-dismissed", "session/prompt", "imported"];

/**
 * Those that wait since this time or later, in milliseconds since 1970. Of a copy, without those of the session that it is a
 * copy of: they run there, and no one here has written what an imported file says.
 */
export async function keptPrompts(
  journal: Pick<Journal, "records">,
  { id, parent }: Pick<SessionRecord, "id" | "parent">,
  since: number,
): Promise<readonly KeptPrompt[]> {
  const kept = new Map<string, KeptPrompt>();
  const range = { after: parent?.at ?? 0, from: ["client", "tenon"] as const, kinds: KINDS };
  for await (const record of journal.records(id, range)) {
    const message = objectOf(messageOf(record));
    const { promptId, by, personId, params } = message;
    if (isImportMark(record)) kept.clear();
    else if (record.from === "client") kept.delete(String(tenonMeta(objectOf(params))["promptId"]));
    else if (record.kind === "prompt-dismissed") kept.delete(String(promptId));
    else if (record.at >= since && typeof promptId === "string" && isObject(params))
      kept.set(promptId, { promptId, by: stringOf(by) ?? "", personId: stringOf(personId), params });
  }
  return [...kept.values()];
}

/** A prompt that waits on, and what its person may do now. */
export type PromptToRun = KeptPrompt & { readonly access: Access | undefined };

/** Without those of people who were removed. */
export async function promptsToRun(
  kept: readonly KeptPrompt[],
  accessOf: (personId: string) => Promise<Access | undefined>,
): Promise<readonly PromptToRun[]> {
  const looked = kept.map(async (prompt) => ({
    ...prompt,
    access: prompt.personId === undefined ? undefined : await accessOf(prompt.personId),
  }));
  return (await Promise.all(looked)).filter(({ personId, access }) => personId === undefined || access !== undefined);
}

export function waitingEvent({ name, access }: ClientLink, request: AnyRequest): KeptPromptEvent | undefined {
  const params = paramsOf(request);
  const promptId = stringOf(tenonMeta(params)["promptId"]);
  if (promptId === undefined) return undefined;
  return { type: "prompt-waiting", promptId, by: name, personId: access?.person.id, params };
}

/** Stands for a client that is not here any more. */
export function absentLink(name: string, access: Access | undefined): ClientLink {
  const outbox = createOutbox({ writable: new WritableStream(), messages: 1, characters: 1, onFailure() {} });
  const link = createClientLink({ name, source: "client", access, outbox, giveUp() {} });
  link.end();
  return link;
}

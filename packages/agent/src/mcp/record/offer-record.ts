/**
 * What the model was offered in each step, in the journal: names for every step, a definition once as long as it stays the same.
 */

import type { Offer } from "@tenon/hub";
import type { JournalRecord } from "@tenon/journal";

import type { ModelTool } from "../../model/model.ts";

/** The kind of its records. */
export const OFFER_RECORD = "offer";

/** One request to the model. */
export interface RecordedOffer {
  readonly model: string;
  /** In order. */
  readonly tools: readonly ModelTool[];
  /** Why tools of servers are among them or not, by their names. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Names of tools that were left out. */
  readonly leftOut: readonly string[];
  /** What the servers' tools cost, and what they may; in tokens. */
  readonly tokens?: Offer["tokens"];
}

interface OfferRecord extends Omit<RecordedOffer, "tools"> {
  readonly type: typeof OFFER_RECORD;
  readonly tools: readonly string[];
  /** Those that are new, or not what they were. */
  readonly defined: readonly ModelTool[];
}

/** The record of a step that was offered the same as the one before. */
interface SameOfferRecord {
  readonly type: typeof OFFER_RECORD;
  readonly isSame: true;
}

/** `keep` may fail: a journal that cannot be written fails the turn with its next message. */
export function createOfferRecord(appendEvent: (record: { readonly type: string }) => Promise<unknown>) {
  const known = new Map<string, ModelTool>();
  let last = "";
  return (model: string, tools: readonly ModelTool[], offer: Offer | undefined): void => {
    const defined = tools.filter((tool) => !isKnown(tool));
    for (const tool of defined) known.set(tool.name, tool);
    const verdicts = offer?.verdicts ?? [];
    const next = {
      model,
      tools: tools.map(({ name }) => name),
      reasons: Object.fromEntries(verdicts.map(({ tool, reason }) => [tool.name, reason])),
      leftOut: verdicts.flatMap(({ tool, isOffered }) => (isOffered ? [] : [tool.name])),
      ...(offer && { tokens: offer.tokens }),
    };
    const text = JSON.stringify(next);
    const isSame = text === last && defined.length === 0;
    last = text;
    const record: OfferRecord | SameOfferRecord = isSame
      ? { type: OFFER_RECORD, isSame }
      : { type: OFFER_RECORD, ...next, defined };
    void appendEvent(record).catch(() => {});
  };

  function isKnown({ name, description, inputSchema }: ModelTool): boolean {
    const before = known.get(name);
    return before?.description === description && before.inputSchema === inputSchema;
  }
}

/** The offers of a session, one for each step. Give it its records of this kind, in order. */
export async function* readOffers(records: AsyncIterable<JournalRecord>): AsyncGenerator<RecordedOffer> {
  const known = new Map<string, ModelTool>();
  let last: RecordedOffer | undefined;
  for await (const { text } of records) {
    const record: OfferRecord | SameOfferRecord = JSON.parse(text);
    if (!("isSame" in record)) {
      const { defined, model, tools, reasons, leftOut, tokens } = record;
      for (const tool of defined) known.set(tool.name, tool);
      const found = tools.flatMap((name) => known.get(name) ?? []);
      last = { model, tools: found, reasons, leftOut, ...(tokens && { tokens }) };
    }
    if (last) yield last;
  }
}

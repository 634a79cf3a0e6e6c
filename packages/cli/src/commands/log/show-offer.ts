/**
 * `tenon log show --offer`: the tools that the model was offered in one step of a session, and why those and no others.
 */

import { OFFER_RECORD, type RecordedOffer, readOffers } from "@tenon/agent";
import type { Journal, SessionRecord } from "@tenon/journal";

import { UsageError } from "../../process/usage-error.ts";
import { printable, printableLine } from "../../terminal/printable.ts";
import { textTable } from "../../terminal/text-table.ts";
import { writeStdout } from "../../process/stdout.ts";

export interface OfferOptions {
  /** From 1, or the last one. */
  readonly step: number | "last";
  readonly json: boolean;
  /** Also descriptions and schemas. */
  readonly full: boolean;
}

export async function showOffer(journal: Journal, session: SessionRecord, options: OfferOptions): Promise<void> {
  const { step, json, full } = options;
  let chosen: RecordedOffer | undefined;
  let steps = 0;
  for await (const offer of readOffers(journal.records(session.id, { from: ["tenon"], kinds: [OFFER_RECORD] }))) {
    steps += 1;
    if (step === "last" || steps === step) chosen = offer;
  }
  if (!chosen) throw new UsageError(steps === 0 ? NO_OFFERS : `--offer: the session has ${steps} steps, not ${step}`);
  const at = step === "last" ? steps : step;
  await writeStdout(
    json ? `${JSON.stringify({ step: at, steps, ...chosen })}\n` : offerText(chosen, { at, steps, full }),
  );
}

const NO_OFFERS = "--offer: this session has no recorded steps; only the Tenon agent records them";

function offerText(
  { model, tools, reasons, leftOut, tokens }: RecordedOffer,
  { at, steps, full }: { readonly at: number; readonly steps: number; readonly full: boolean },
): string {
  const cost = tokens
    ? `; tools of servers take ${tokens.offered} of ${tokens.limit} tokens, all of them would take ${tokens.everything}`
    : "";
  const heading = `Step ${at} of ${steps}: ${printableLine(model)} was offered ${tools.length} tools${cost}\n`;
  const reasonOf = (name: string) => printableLine(reasons[name] ?? "Tenon's own.");
  const offered = full
    ? tools.map(
        ({ name, description, inputSchema }) =>
          [name, reasonOf(name), printable(description), JSON.stringify(inputSchema)].join("\n  ") + "\n",
      )
    : [textTable(tools.map(({ name }) => [`  ${printableLine(name)}`, reasonOf(name)]))];
  const missing = leftOut.map((name) => [`  ${printableLine(name)}`, reasonOf(name)]);
  return [
    heading,
    ...offered,
    ...(missing.length > 0 ? [`\nLeft out: ${missing.length}\n`, textTable(missing)] : []),
  ].join("");
}

/**
 * `tenon log show --offer`: the tools that the model was offered in one step of a session, and why those and no others.
 */

import { OFFER_RECORD, type RecordedOffer, readOffers } from "@tenon/agent";
import type { Journal, SessionRecord } from "@tenon/journal";

import { agentWords } from "../../messages/agent-words.ts";
import { phrase, t } from "../../messages/t.ts";
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
  if (!chosen)
    throw new UsageError(
      steps === 0 ? t(NO_OFFERS) : t("--offer: the session has {steps} steps, not {step}", { steps, step }),
    );
  const at = step === "last" ? steps : step;
  await writeStdout(
    json ? `${JSON.stringify({ step: at, steps, ...chosen })}\n` : offerText(chosen, { at, steps, full }),
  );
}

const NO_OFFERS = phrase("--offer: this session has no recorded steps; only the Tenon agent records them");

function offerText(
  { model, tools, reasons, leftOut, tokens }: RecordedOffer,
  { at, steps, full }: { readonly at: number; readonly steps: number; readonly full: boolean },
): string {
  const values = { at, steps, model: printableLine(model), count: tools.length };
  const heading = tokens
    ? t(
        "Step {at} of {steps}: {model} was offered {count} tools; tools of servers take {offered} of {limit} tokens, all of them would take {everything}",
        { ...values, offered: tokens.offered, limit: tokens.limit, everything: tokens.everything },
      )
    : t("Step {at} of {steps}: {model} was offered {count} tools", values);
  const reasonOf = (name: string) => printableLine(agentWords(reasons[name] ?? t("Tenon's own.")));
  const offered = full
    ? tools.map(
        ({ name, description, inputSchema }) =>
          [name, reasonOf(name), printable(description), JSON.stringify(inputSchema)].join("\n  ") + "\n",
      )
    : [textTable(tools.map(({ name }) => [`  ${printableLine(name)}`, reasonOf(name)]))];
  const missing = leftOut.map((name) => [`  ${printableLine(name)}`, reasonOf(name)]);
  return [
    `${heading}\n`,
    ...offered,
    ...(missing.length > 0 ? [`\n${t("Left out: {count}", { count: missing.length })}\n`, textTable(missing)] : []),
  ].join("");
}

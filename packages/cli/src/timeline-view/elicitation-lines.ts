/**
 * What a person was asked and what they answered, as lines.
 */

import type { ElicitationEntry } from "@tenon/timeline";

import { t } from "../messages/t.ts";
import { inShort } from "./content-lines.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";
import { wrapLine } from "../terminal/wrap-line.ts";

export function elicitationLines(entry: ElicitationEntry, { paint, width }: Style): string[] {
  const outcome = outcomeOf(entry);
  const person = printableLine(entry.answeredBy ?? "");
  const question = `? ${printableLine(entry.message)}`;
  const text =
    entry.answeredBy === undefined
      ? t("{question} ({outcome})", { question, outcome })
      : t("{question} ({outcome} by {person})", { question, outcome, person });
  const lines = width === undefined ? [text] : wrapLine(text, width);
  return lines.map((line) => paint(entry.state === "failed" ? "yellow" : "dim", line));
}

function outcomeOf({ state, mode, host, answer, fields }: ElicitationEntry): string {
  const page = mode === "url" ? printableLine(host ?? t("a page")) : undefined;
  switch (state) {
    case "waiting":
      return page === undefined ? t("waiting for an answer") : t("waiting for consent to open {page}", { page });
    case "accepted":
      return page === undefined ? answerText(answer ?? {}, fields) : t("agreed to open {page}", { page });
    case "declined":
      return t("declined");
    case "cancelled":
      return t("not answered");
    case "failed":
      return t("could not be asked");
  }
}

function answerText(answer: Readonly<Record<string, unknown>>, fields: ElicitationEntry["fields"]): string {
  const given = Object.entries(answer).map(([name, value]) => {
    const title = fields.find((field) => field.name === name)?.title ?? name;
    return `${printableLine(title)}: ${inShort(value)}`;
  });
  return given.length === 0 ? t("accepted") : t("answered {answer}", { answer: given.join(", ") });
}

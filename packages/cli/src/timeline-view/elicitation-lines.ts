/**
 * What a person was asked and what they answered, as lines.
 */

import type { ElicitationEntry } from "@tenon/timeline";

import { inShort } from "./content-lines.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";
import { wrapLine } from "../terminal/wrap-line.ts";

export function elicitationLines(entry: ElicitationEntry, { paint, width }: Style): string[] {
  const by = entry.answeredBy === undefined ? "" : ` by ${printableLine(entry.answeredBy)}`;
  const text = `? ${printableLine(entry.message)} (${outcomeOf(entry)}${by})`;
  const lines = width === undefined ? [text] : wrapLine(text, width);
  return lines.map((line) => paint(entry.state === "failed" ? "yellow" : "dim", line));
}

function outcomeOf({ state, mode, host, answer, fields }: ElicitationEntry): string {
  const page = mode === "url" ? printableLine(host ?? "a page") : undefined;
  switch (state) {
    case "waiting":
      return page === undefined ? "waiting for an answer" : `waiting for consent to open ${page}`;
    case "accepted":
      return page === undefined ? answerText(answer ?? {}, fields) : `agreed to open ${page}`;
    case "declined":
      return "declined";
    case "cancelled":
      return "not answered";
    case "failed":
      return "could not be asked";
  }
}

function answerText(answer: Readonly<Record<string, unknown>>, fields: ElicitationEntry["fields"]): string {
  const given = Object.entries(answer).map(([name, value]) => {
    const title = fields.find((field) => field.name === name)?.title ?? name;
    return `${printableLine(title)}: ${inShort(value)}`;
  });
  return given.length === 0 ? "accepted" : `answered ${given.join(", ")}`;
}

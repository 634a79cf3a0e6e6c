/**
 * Messages of the wire, as lines of a list: what each is, and what it answers.
 */

import type { FeedRecord } from "../wire/feed.ts";
import { type Fields, fieldsOf, textOf } from "../wire/fields.ts";

export interface WireLine {
  readonly record: FeedRecord;
  /** Of an answer, that of its request; of an event of the gateway's own, its type. */
  readonly method: string;
  /** What it is about, in a word or two. */
  readonly about: string;
  readonly kind: "request" | "answer" | "error" | "notification" | "event";
  readonly id: string | undefined;
  /** The JSON as it would stand on the wire; written when it is first asked for, because most of it never is. */
  text(): string;
}

export interface WireFilter {
  readonly from: "" | FeedRecord["from"];
  readonly method: string;
  /** All words must be somewhere in the message. */
  readonly search: string;
}

export interface WireLines {
  readonly list: readonly WireLine[];
  readonly methods: ReadonlySet<string>;
  /** Takes in the records that have been added since. */
  extend(records: readonly FeedRecord[]): void;
}

export function createWireLines(): WireLines {
  const list: WireLine[] = [];
  const methods = new Set<string>();
  const asked = { client: new Map<string, string>(), agent: new Map<string, string>() };

  return {
    list,
    methods,
    extend(records) {
      for (let next = list.length; next < records.length; next += 1) {
        const record = records[next];
        if (!record) continue;
        const line = lineOf(record);
        list.push(line);
        methods.add(line.method);
      }
    },
  };

  function lineOf(record: FeedRecord): WireLine {
    const { from, message } = record;
    const text = writtenOnce(message);
    const fields = fieldsOf(message);
    const about = aboutOf(fields);
    if (from === "tenon") {
      return { record, text, about, kind: "event", id: undefined, method: textOf(fields["type"]) ?? "event" };
    }
    const method = textOf(fields["method"]);
    const id = idOf(fields["id"]);
    if (method !== undefined) {
      if (id !== undefined) asked[from].set(id, method);
      return { record, text, about, kind: id === undefined ? "notification" : "request", id, method };
    }
    const asker = asked[from === "client" ? "agent" : "client"];
    const answered = asker.get(id ?? "") ?? "?";
    return { record, text, about, kind: fields["error"] === undefined ? "answer" : "error", id, method: answered };
  }
}

export function filterLines(lines: readonly WireLine[], { from, method, search }: WireFilter): readonly WireLine[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  if (from === "" && method === "" && words.length === 0) return lines;
  return lines.filter(
    (line) =>
      (from === "" || line.record.from === from) &&
      (method === "" || line.method === method) &&
      (words.length === 0 || contains(`${line.method} ${line.text()}`.toLowerCase(), words)),
  );
}

function writtenOnce(message: unknown): () => string {
  let written: string | undefined;
  return () => (written ??= JSON.stringify(message) ?? "");
}

function aboutOf(fields: Fields): string {
  const params = fieldsOf(fields["params"]);
  const update = fieldsOf(params["update"]);
  const event = fields["type"] === undefined ? {} : fields;
  const words = [
    update["sessionUpdate"],
    update["toolCallId"] ?? fieldsOf(params["toolCall"])["toolCallId"],
    event["server"],
    event["state"] ?? event["effect"] ?? event["outcome"],
  ];
  return words.flatMap((word) => textOf(word) ?? []).join(" ");
}

function idOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function contains(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/**
 * Messages of the wire, as lines of a list: what each is, and what it answers.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { createWireMessageReader, type WireMessage } from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";

export interface WireLine extends WireMessage {
  readonly record: FeedRecord;
  readonly method: string;
  /** Its subject: the kind of update, the tool, the title of the call. */
  readonly about: string;
  /** The JSON of the message, serialised on first use: most of it never is. */
  text(): string;
}

type Way = WireMessage["way"];

export interface WireFilter {
  /** `acp`, `mcp`, or `mcp` and the name of a server. */
  readonly protocol: string;
  readonly way: "" | Way;
  readonly method: string;
  /** All words must be somewhere in the message. */
  readonly search: string;
}

export interface WireLines {
  readonly list: readonly WireLine[];
  readonly methods: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
  /** Adds lines for new records. */
  extend(records: readonly FeedRecord[]): void;
}

export function createWireLines(): WireLines {
  const read = createWireMessageReader();
  const list: WireLine[] = [];
  const methods = new Set<string>();
  const servers = new Set<string>();
  /** Of calls, by their ids. */
  const titles = new Map<string, string>();

  return {
    list,
    methods,
    servers,
    extend(records) {
      for (const record of records.slice(list.length)) {
        const line = lineOf(record, read(record), titles);
        list.push(line);
        methods.add(line.method);
        if (line.server !== undefined) servers.add(line.server);
      }
    },
  };
}

function lineOf(record: FeedRecord, wire: WireMessage, titles: Map<string, string>): WireLine {
  const { kind, message, server, method = kind === "event" ? "event" : "?" } = wire;
  const call = callOf(objectOf(message));
  const toolCallId = wire.toolCallId ?? call.id;
  if (call.id !== undefined && call.title !== undefined) titles.set(call.id, call.title);
  const about = [server, aboutOf(objectOf(message)), titles.get(toolCallId ?? "") ?? toolCallId];
  return { ...wire, record, method, about: about.filter(Boolean).join(" "), text: writtenOnce(message) };
}

export function filterLines(lines: readonly WireLine[], filter: WireFilter): readonly WireLine[] {
  const { protocol, way, method } = filter;
  const words = filter.search.toLowerCase().split(/\s+/u).filter(Boolean);
  if (protocol === "" && way === "" && method === "" && words.length === 0) return lines;
  return lines.filter(
    (line) =>
      (protocol === "" || isOf(line, protocol)) &&
      (way === "" || line.way === way) &&
      (method === "" || line.method === method) &&
      (words.length === 0 ||
        contains(`${line.method} ${line.about} ${line.toolCallId} ${line.text()}`.toLowerCase(), words)),
  );
}

function isOf({ way, server }: WireLine, protocol: string): boolean {
  if (protocol === "acp") return way === "client" || way === "agent";
  return server !== undefined && (protocol === "mcp" || protocol === `mcp ${server}`);
}

function writtenOnce(message: unknown): () => string {
  let written: string | undefined;
  return () => (written ??= JSON.stringify(message) ?? "");
}

function aboutOf(fields: JsonObject): string {
  const params = objectOf(fields["params"]);
  const update = objectOf(params["update"]);
  const event = fields["type"] === undefined ? {} : fields;
  const words = [
    update["sessionUpdate"],
    fields["method"] === "tools/call" ? params["name"] : undefined,
    event["server"],
    event["state"] ?? event["effect"] ?? event["outcome"],
  ];
  return words.flatMap((word) => stringOf(word) ?? []).join(" ");
}

/** The call that an update or a question is about. */
function callOf(fields: JsonObject): { readonly id: string | undefined; readonly title: string | undefined } {
  const params = objectOf(fields["params"]);
  const update = objectOf(params["update"]);
  const call = update["toolCallId"] === undefined ? objectOf(params["toolCall"]) : update;
  return { id: stringOf(call["toolCallId"]) ?? stringOf(fields["toolCallId"]), title: stringOf(call["title"]) };
}

function contains(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

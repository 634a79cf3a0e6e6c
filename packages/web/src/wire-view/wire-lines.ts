/**
 * Messages of the wire, as lines of a list: what each is, and what it answers.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { FeedRecord } from "../wire/feed.ts";
import { type McpMessage, readMcpMessage } from "../wire/mcp-message.ts";

export interface WireLine {
  readonly record: FeedRecord;
  /** From whom it came; of a message of MCP, whether we sent or received it. */
  readonly way: Way;
  /** Of a message of MCP. */
  readonly server?: string;
  /** As it stood on the wire. */
  readonly message: unknown;
  /** Of an answer, that of its request; of an event of the gateway's own, its type. */
  readonly method: string;
  /** What it is about, in a word or two. */
  readonly about: string;
  readonly kind: "request" | "answer" | "error" | "notification" | "event";
  readonly id: string | undefined;
  /** The JSON as it would stand on the wire; written when it is first asked for, because most of it never is. */
  text(): string;
}

type Way = FeedRecord["from"] | McpMessage["direction"];

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
  /** Takes in the records that have been added since. */
  extend(records: readonly FeedRecord[]): void;
}

export function createWireLines(): WireLines {
  const list: WireLine[] = [];
  const methods = new Set<string>();
  const servers = new Set<string>();
  const asked = new Map<string, string>();

  return {
    list,
    methods,
    servers,
    extend(records) {
      for (let next = list.length; next < records.length; next += 1) {
        const record = records[next];
        if (!record) continue;
        const line = lineOf(record);
        list.push(line);
        methods.add(line.method);
        if (line.server !== undefined) servers.add(line.server);
      }
    },
  };

  function lineOf(record: FeedRecord): WireLine {
    const { from, message } = record;
    const mcp = readMcpMessage(record);
    if (mcp) {
      const { server, direction: way } = mcp;
      const line = protocolLine(record, mcp.message, { way, back: way === "sent" ? "received" : "sent", server });
      return { ...line, server, about: [server, line.about, mcp.toolCallId].filter(Boolean).join(" ") };
    }
    if (from !== "tenon")
      return protocolLine(record, message, { way: from, back: from === "client" ? "agent" : "client" });
    const fields = objectOf(message);
    const method = stringOf(fields["type"]) ?? "event";
    return { ...lineWith(record, message), way: from, kind: "event", id: undefined, method };
  }

  function protocolLine(record: FeedRecord, message: unknown, { way, back, server = "" }: Passage): WireLine {
    const fields = objectOf(message);
    const line = { ...lineWith(record, message), way };
    const method = stringOf(fields["method"]);
    const id = idOf(fields["id"]);
    if (method !== undefined) {
      if (id !== undefined) asked.set(`${way} ${server} ${id}`, method);
      return { ...line, kind: id === undefined ? "notification" : "request", id, method };
    }
    const answered = asked.get(`${back} ${server} ${id ?? ""}`) ?? "?";
    return { ...line, kind: fields["error"] === undefined ? "answer" : "error", id, method: answered };
  }
}

interface Passage {
  readonly way: Way;
  /** The way on which came what it answers. */
  readonly back: Way;
  readonly server?: string;
}

function lineWith(record: FeedRecord, message: unknown) {
  return { record, message, text: writtenOnce(message), about: aboutOf(objectOf(message)) };
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
      (words.length === 0 || contains(`${line.method} ${line.about} ${line.text()}`.toLowerCase(), words)),
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
    update["toolCallId"] ?? objectOf(params["toolCall"])["toolCallId"],
    event["server"],
    event["state"] ?? event["effect"] ?? event["outcome"],
  ];
  return words.flatMap((word) => stringOf(word) ?? []).join(" ");
}

function idOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function contains(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

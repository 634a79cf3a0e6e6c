/**
 * Compares what every client received, and what every MCP server was asked, with the record.
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";
import type { Journal, JournalRecord } from "@tenon/journal";
import { foldRecords, messageOf } from "@tenon/timeline";

import type { Client } from "./client.ts";
import { createWordReader, WORDS } from "./story.ts";

export interface MadeCall {
  readonly machine: string;
  readonly turn: string;
}

export interface VerdictOptions {
  readonly journal: Pick<Journal, "read">;
  readonly clients: readonly Client[];
  readonly calls: readonly MadeCall[];
  violation(what: string): void;
}

export async function judge({ journal, clients, calls, violation }: VerdictOptions): Promise<void> {
  const sessions = new Set(clients.map(({ session }) => session));
  const made = countOf(calls.map(({ turn }) => turn));
  for (const [turn, count] of made) {
    if (count > 1) violation(`the tool was called ${count} times for ${turn}: ${madeBy(calls, turn)}`);
  }
  for (const session of sessions) {
    const sessionId = await session.begun.promise;
    const records = await journal.read(sessionId);
    const own = clients.filter((client) => client.session === session);
    if (foldRecords(records).state.isTurnOpen) violation(`s${session.index}: a turn is open at the end`);
    for (const client of own) compareReceived(client, records, violation);
    compareTurns(own, { records, made, violation });
  }
}

/** From the first record to the last that was there when it came: everything, in order, once. */
function compareReceived(client: Client, records: readonly JournalRecord[], violation: VerdictOptions["violation"]) {
  const { name, received, seen } = client;
  const recorded = new Map(records.flatMap(updateIn));
  const seqs = new Set(received.map(({ seq }) => seq));
  for (const { seq, update } of received) {
    if (recorded.get(seq) !== update)
      violation(`${name}: received ${update} at ${seq}, recorded is ${recorded.get(seq)}`);
  }
  const lost = [...recorded.keys()].filter((seq) => seq <= seen && !seqs.has(seq));
  if (lost.length > 0) violation(`${name}: never received ${lost.length} records, the first is ${lost[0]}`);
}

function updateIn(record: JournalRecord): readonly (readonly [number, string])[] {
  const { method, params } = objectOf(messageOf(record));
  if (record.from !== "agent" || method !== "session/update") return [];
  return [[record.seq, JSON.stringify(objectOf(params)["update"])]];
}

interface Evidence extends Pick<VerdictOptions, "violation"> {
  readonly records: readonly JournalRecord[];
  readonly made: ReadonlyMap<string, number>;
}

function compareTurns(clients: readonly Client[], { records, made, violation }: Evidence) {
  const words = new Map<string, number>();
  const read = createWordReader(({ turn, number }) => {
    const expected = (words.get(turn) ?? -1) + 1;
    if (number !== expected) violation(`the record has word ${turn}.${number} instead of ${turn}.${expected}`);
    words.set(turn, number);
  });
  const prompts: string[] = [];
  for (const record of records) {
    const { method, params } = objectOf(messageOf(record));
    const { update, prompt, _meta } = objectOf(params);
    const { sessionUpdate, content } = objectOf(update);
    if (sessionUpdate === "agent_message_chunk") read(stringOf(objectOf(content)["text"]) ?? "");
    // Without content it goes on with a turn that waited for a person.
    if (method === "session/prompt" && itemsOf(prompt).length > 0)
      prompts.push(String(objectOf(objectOf(_meta)["tenon"])["promptId"]));
  }
  const prompted = countOf(prompts);
  for (const { id, outcome } of clients.flatMap(({ turns }) => turns)) {
    const [runs, called] = [prompted.get(id) ?? 0, made.get(id) ?? 0];
    if (runs > 1) violation(`${id} was run ${runs} times`);
    if (outcome === undefined) violation(`${id} has no outcome`);
    if (outcome !== "end_turn") continue;
    if (runs !== 1) violation(`${id} ended and is recorded ${runs} times`);
    if (called !== 1) violation(`${id} ended and called the tool ${called} times`);
    if (words.get(id) !== WORDS) violation(`${id} ended and has ${words.get(id)} of ${WORDS} words in the record`);
  }
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function madeBy(calls: readonly MadeCall[], turn: string): string {
  return calls
    .filter((call) => call.turn === turn)
    .map(({ machine }) => machine)
    .join(", ");
}

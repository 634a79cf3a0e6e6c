/** A session folded in parts gives what it gives as a whole. */

import {
  createCarryFold,
  createRecordReader,
  createServerFold,
  createTimeline,
  isCheckpointPlace,
  kindOf,
  readCheckpoint,
  type SessionCarry,
  type TimelineEvent,
  type TimelineRecord,
  writeCheckpoint,
} from "@tenon/timeline";
import fc from "fast-check";
import { expect, it } from "vitest";

import { ownEvent, wireOf } from "./arbitrary.ts";
import { calls, completes, ends, prompts, reports } from "./events.ts";

type Happened = Pick<TimelineRecord, "from" | "message">;

it("gives the entries of the whole session, with their keys and revisions, wherever it is cut", () => {
  const wire = wireOf("a").map((sent) => sent.map(([from, message]): Happened => ({ from, message })));
  const own = fc.array(ownEvent, { maxLength: 8 }).map((events) => events.map((event) => fromTenon(event)));
  const prompt = fc.nat(3).map((count) => [prompted(`a-${count}`)]);
  const session = fc.array(fc.oneof(wire, own, { weight: 2, arbitrary: prompt }), { maxLength: 12 });
  fc.assert(
    fc.property(session, fc.infiniteStream(fc.boolean()), (parts, picks) => {
      expectSameInParts(recordsOf(parts.flat()), () => picks.next().value === true);
    }),
    { numRuns: 500 },
  );
});

it("remembers the latest calls only, also over a cut, and believes a late end of those", () => {
  const turn = (count: number): readonly TimelineEvent[] => [
    prompts(`Turn ${count}`),
    ...Array.from({ length: 30 }, (_, index) => calls(`${count}.${index}`)),
    ...Array.from({ length: 29 }, (_, index) => completes(`${count}.${index}`)),
    ends,
  ];
  const late = [completes("8.29"), reports("0.0", { title: "Forgotten" }), reports("7.5", { title: "Known" })];
  const events = [...Array.from({ length: 9 }, (_, count) => turn(count)).flat(), prompts("On"), ...late];
  const records = recordsOf(events.map(asWire));
  expectSameInParts(records, () => true);
  const { entries } = foldPart(records);
  expect(entries.filter(({ type }) => type === "tool-call")).toHaveLength(9 * 30 + 1);
  expect(entries.at(-1)).toMatchObject({ toolCallId: "0.0", title: "Forgotten" });
});

it("carries as much after a thousand turns as after a few", () => {
  const turn = (count: number): readonly TimelineEvent[] => [
    prompts("Go"),
    calls(`${count}`),
    completes(`${count}`),
    ends,
  ];
  const size = (turns: number) => {
    const fold = createCarryFold();
    const events = Array.from({ length: turns }, (_, count) => turn(10_000 + count)).flat();
    for (const record of recordsOf(events.map(asWire))) fold.add(record);
    return JSON.stringify(fold.carry()).length;
  };
  expect(size(1_000)).toBe(size(200));
});

it("reads no checkpoint of another format", () => {
  const carry = createCarryFold().carry();
  const text = carry ? writeCheckpoint({ seq: 7, carry }) : "";
  expect(readCheckpoint(JSON.parse(text))).toMatchObject({ seq: 7 });
  expect(readCheckpoint({ ...JSON.parse(text), format: 0 })).toBeUndefined();
  expect(readCheckpoint({ format: 1, seq: 7, carry: {} })).toBeUndefined();
});

interface Numbered extends TimelineRecord {
  readonly seq: number;
}

interface Part {
  readonly records: readonly Numbered[];
  readonly carry?: SessionCarry;
}

/** Cuts at some of the places, and folds the last part first, as a page does. */
function expectSameInParts(records: readonly Numbered[], isCut: () => boolean): void {
  const whole = foldPart(records);
  const parts: ReturnType<typeof foldPart>[] = [];
  for (const part of cut(records, isCut).toReversed()) {
    parts.unshift(foldPart(part.records, part.carry, parts[0]?.reaching));
  }
  expect(parts.flatMap(({ entries }) => entries)).toEqual(whole.entries);
  expect(parts.at(-1)).toMatchObject({ state: whole.state, servers: whole.servers });
}

function cut(records: readonly Numbered[], isCut: () => boolean): readonly Part[] {
  const parts: { records: Numbered[]; carry?: SessionCarry }[] = [{ records: [] }];
  let fold = createCarryFold();
  for (const record of records) {
    const made = isCheckpointPlace(record) && isCut() ? fold.carry() : undefined;
    if (made) {
      const carry = readCheckpoint(JSON.parse(writeCheckpoint({ seq: record.seq, carry: made })))?.carry;
      if (!carry) throw new Error("The checkpoint cannot be read");
      parts.push({ records: [], carry });
      fold = createCarryFold(carry);
    }
    parts.at(-1)?.records.push(record);
    fold.add(record);
  }
  return parts;
}

function foldPart(records: readonly Numbered[], carry?: SessionCarry, later: readonly TimelineEvent[] = []) {
  let key = "";
  let made = 0;
  const timeline = createTimeline({ newKey: () => `${key}.${(made += 1)}`, carry: carry?.timeline });
  const reader = createRecordReader(carry?.reader);
  const servers = createServerFold(carry?.servers);
  const reaching: TimelineEvent[] = [];
  const add = (event: TimelineEvent) => {
    timeline.add(event);
    if (timeline.reachesBack) reaching.push(event);
  };
  for (const record of records) {
    [key, made] = [`${record.seq}`, 0];
    servers.add(record);
    for (const event of reader.read(record)) add(event);
  }
  const [count, { state }] = [timeline.entries.length, timeline];
  for (const event of later) add(event);
  return { entries: timeline.entries.slice(0, count), state, servers: servers.list, reaching };
}

function recordsOf(happened: readonly Happened[]): readonly Numbered[] {
  return happened.map(({ from, message }, index) => ({
    seq: index + 1,
    at: index,
    from,
    message,
    kind: kindOf(from, message),
  }));
}

function prompted(id: string): Happened {
  const prompt = [{ type: "text", text: "Go" }];
  return { from: "client", message: { id, method: "session/prompt", params: { prompt } } };
}

/** A prompt as it is on the wire: there can be a cut before it. */
function asWire(event: TimelineEvent): Happened {
  return event.type === "prompt" ? prompted("1") : fromTenon(event);
}

function fromTenon(event: TimelineEvent): Happened {
  return { from: "tenon", message: event };
}

/** What holds for all sessions, whatever is said in them. */

import {
  createTimeline,
  createWireReader,
  type Entry,
  foldRecords,
  type Timeline,
  type TimelineEvent,
  type WireReader,
} from "@tenon/timeline";
import fc from "fast-check";
import { expect, it } from "vitest";

import {
  anyEvent,
  anyUpdate,
  otherUpdate,
  ownEvent,
  type Sent,
  type TextChunk,
  textChunk,
  wireOf,
} from "./arbitrary.ts";
import {
  brief,
  calls,
  completes,
  echoes,
  ends,
  entriesOf,
  fold,
  prompts,
  replayed,
  says,
  text,
  thinks,
  update,
} from "./events.ts";

it("gives the same entries however text was cut on the wire", () => {
  const part = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(textChunk, fc.infiniteStream(fc.nat(4))).map(([chunk, sizes]) => ({ chunk, sizes })),
    },
    { weight: 1, arbitrary: otherUpdate.map((fields) => ({ event: update(fields) })) },
    { weight: 1, arbitrary: ownEvent.map((event) => ({ event })) },
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const whole = parts.flatMap((one) => ("event" in one ? one.event : say(one.chunk, one.chunk.text)));
      const cut = parts.flatMap((one) =>
        "event" in one ? one.event : pieces(one.chunk.text, one.sizes).map((piece) => say(one.chunk, piece)),
      );
      expect(withoutRevisions(entriesOf(...cut))).toEqual(withoutRevisions(entriesOf(...whole)));
    }),
  );
});

it("shows everything in the order in which it was sent or begun", () => {
  const step = fc.constantFrom("says", "thinks", "calls", "reports");
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.option(fc.constant("m"), { nil: undefined }),
      (steps, messageId) => {
        const events = steps.map((kind, at) => {
          if (kind === "calls") return calls(`${at}`);
          // A report of the last call that began, or of an unknown one.
          if (kind === "reports")
            return completes(`${[at, steps.lastIndexOf("calls", at)].find((one) => steps[one] === "calls") ?? at}`);
          return kind === "says" ? says(`<${at}>`, messageId) : thinks(`<${at}>`, messageId);
        });
        const read = entriesOf(...events).flatMap((entry) =>
          "toolCallId" in entry
            ? Number(entry.toolCallId)
            : [...brief(entry).matchAll(/<(\d+)>/g)].map(([, at]) => Number(at)),
        );
        expect(read).toEqual(read.toSorted((one, other) => one - other));
        expect(new Set(read).size).toBe(read.length);
      },
    ),
  );
});

it("reports exactly what changed; revisions grow by one; places and keys stay; nothing that was handed out is altered", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const timeline = createTimeline();
      for (const event of events) {
        const before = [...timeline.entries];
        const changed = timeline.add(freeze(event));
        expect(changed).toEqual(timeline.entries.filter((entry, at) => entry !== before[at]));
        for (const entry of changed) {
          freeze(entry);
          const old = before.find(({ key }) => key === entry.key);
          expect(entry.revision).toBe((old?.revision ?? 0) + 1);
          expect({ ...old, revision: 0 }).not.toEqual({ ...entry, revision: 0 });
        }
        expect(timeline.entries.slice(0, before.length).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
      }
      const { entries } = timeline;
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
    }),
  );
});

it("has at most one message in the writing, and none, no open call and no open question after the end [AB-01]", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const timeline = createTimeline();
      for (const event of [prompts("Go"), ...events, { type: "interruption" as const }]) {
        timeline.add(event);
        const open = timeline.entries.filter((entry) => "isOpen" in entry && entry.isOpen).length;
        expect(open).toBeLessThanOrEqual(1);
      }
      expect(timeline.entries.filter(isGoingOn)).toEqual([]);
    }),
  );
});

it("keeps two sessions on one wire apart, in whatever order their messages come", () => {
  fc.assert(
    fc.property(wireOf("a"), wireOf("b"), fc.infiniteStream(fc.boolean()), (a, b, picks) => {
      const [one, other] = [listen("a"), listen("b")];
      for (const sent of interleave(a, b, picks)) {
        one.hear(sent);
        other.hear(sent);
      }
      expect(one.timeline.entries).toEqual(alone("a", a).entries);
      expect(other.timeline.entries).toEqual(alone("b", b).entries);
    }),
  );
});

it("[E-02] changes nothing when a history that it has is replayed, once or often", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 20 }),
      fc.array(anyUpdate, { maxLength: 20 }),
      fc.nat(2),
      (live, history, more) => {
        const timeline = fold(prompts("Go"), ...live, ends);
        const before = [...timeline.entries];
        for (let time = 0; time <= more; time += 1) {
          for (const fields of history) expect(timeline.add(replayed(update(fields)))).toEqual([]);
          timeline.add({ type: "replay-end" });
        }
        expect(timeline.entries.map(brief)).toEqual(before.map(brief));
      },
    ),
  );
});

it("[E-01] shows a replayed history as it was shown live", () => {
  const part = fc.oneof(
    fc.string({ minLength: 1, maxLength: 5 }).map((words) => [says(words)]),
    fc.string({ minLength: 1, maxLength: 5 }).map((words) => [thinks(words)]),
    fc.uuid().map((id) => [calls(id), completes(id)]),
  );
  const turn = fc.tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.array(part, { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 4 }), (turns) => {
      const live = turns.flatMap(([prompt, parts]) => [prompts(prompt), ...parts.flat(), ends]);
      const history = turns.flatMap(([prompt, parts]) => [echoes(prompt), ...parts.flat()]).map(replayed);
      const shown = entriesOf(...live).filter(({ type }) => type !== "turn-end");
      expect(entriesOf(...history, { type: "replay-end" }).map(brief)).toEqual(shown.map(brief));
    }),
  );
});

it("folds a journal to what was shown live", () => {
  const own = ownEvent.map((event) => ({ from: "tenon" as const, message: event }));
  const sent = wireOf("a").map((wire) => wire.map(([from, message]) => ({ from, message })));
  fc.assert(
    fc.property(sent, fc.array(own, { maxLength: 10 }), fc.infiniteStream(fc.boolean()), (wire, noted, picks) => {
      const happened = interleave<Happened>(wire, noted, picks);
      const live = createTimeline();
      const reader = createWireReader();
      for (const [at, { from, message }] of happened.entries()) {
        const events = from === "tenon" ? [{ ...message, at }] : reader.read(from, message, at);
        for (const event of events) live.add(event);
      }
      const journal = foldRecords(
        happened.map(({ from, message }, at) => ({ from, text: JSON.stringify(message), at })),
      );
      expect(journal.entries).toEqual(live.entries);
      expect(journal.state).toEqual(live.state);
    }),
  );
});

it("[R160] survives any JSON in any place", () => {
  const anything = fc.dictionary(fc.constantFrom("method", "params", "id", "result", "error"), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("client" as const, "agent" as const), anything)), (messages) => {
      const reader = createWireReader();
      const timeline = createTimeline();
      for (const [from, message] of messages) for (const event of reader.read(from, message)) timeline.add(event);
    }),
  );
});

type Happened =
  | { readonly from: "client" | "agent"; readonly message: object }
  | { readonly from: "tenon"; readonly message: TimelineEvent };

function say({ sessionUpdate, messageId }: TextChunk, words: string): TimelineEvent {
  return update({ sessionUpdate, content: text(words), ...(messageId !== undefined && { messageId }) });
}

function pieces(whole: string, sizes: Iterator<number>): readonly string[] {
  const cut: string[] = [];
  for (let at = 0; at < whole.length;) {
    const size = Number(sizes.next().value);
    cut.push(whole.slice(at, at + size));
    at += size;
  }
  return cut;
}

function withoutRevisions(entries: readonly Entry[]) {
  return entries.map((entry) => ({ ...entry, revision: 0 }));
}

function interleave<Item>(a: readonly Item[], b: readonly Item[], picks: Iterator<boolean>): readonly Item[] {
  const [left, right, merged]: [Item[], Item[], Item[]] = [[...a], [...b], []];
  while (left.length > 0 || right.length > 0) {
    const first = right.length === 0 || (left.length > 0 && picks.next().value === true);
    merged.push(...(first ? left : right).splice(0, 1));
  }
  return merged;
}

function listen(sessionId: string): { readonly timeline: Timeline; hear(sent: Sent): void } {
  const reader: WireReader = createWireReader({ sessionId });
  const timeline = createTimeline();
  return {
    timeline,
    hear([from, message]) {
      for (const event of reader.read(from, message)) timeline.add(event);
    },
  };
}

function alone(sessionId: string, wire: readonly Sent[]): Timeline {
  const listener = listen(sessionId);
  for (const sent of wire) listener.hear(sent);
  return listener.timeline;
}

function isGoingOn(entry: Entry): boolean {
  if (entry.type === "tool-call") {
    return entry.status === "pending" || entry.status === "in_progress" || entry.permission?.state === "waiting";
  }
  if (entry.type === "elicitation") return entry.state === "waiting";
  return "isOpen" in entry && entry.isOpen;
}

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

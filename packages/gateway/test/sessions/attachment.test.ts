/**
 * The one law of an attachment, against a journal and a wire that the test controls: what is written comes over the wire
 * later, readings end at any moment, and the client is full now and then.
 */

import { seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

import type { ClientLink } from "../../src/wire/client-link.ts";
import { createAttachment, type ReadOn } from "../../src/sessions/audience/attachment.ts";

it("[M-03] [M-08] tells everything once and in order, however writing, arriving and reading follow each other", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { told, written } = await play(seed);
    expect(
      told.filter((what) => what.startsWith("u")),
      `seed ${seed}`,
    ).toEqual(written.map((seq) => `u${seq}`));
  }
});

it("[R165] hands an answer after what was written before it, and never loses one", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { told, answers } = await play(seed);
    const handed = told.flatMap((what, place) => (what.startsWith("a") ? [{ seq: Number(what.slice(1)), place }] : []));
    expect(
      handed.map(({ seq }) => seq),
      `seed ${seed}`,
    ).toEqual(answers);
    for (const { seq, place } of handed) {
      const before = told.slice(0, place).filter((what) => what.startsWith("u"));
      expect(before.filter((what) => Number(what.slice(1)) < seq).length).toBe(updatesBefore(seq, answers));
    }
  }
});

/** Records 1 to 60: some are answers, the rest updates. They are written, and some time later they arrive. */
async function play(seed: number) {
  const random = seededRandom(seed);
  const told: string[] = [];
  const written: number[] = [];
  const answers: number[] = [];
  let lastSeq = 0;
  let arrived = 0;
  const state = { isFull: false };
  const link: ClientLink = {
    name: "client",
    capabilities: {},
    clientId: undefined,
    access: undefined,
    may: () => true,
    source: "client",
    wantsHost: false,
    wantsUpdates: true,
    gone: new AbortController().signal,
    get isFull() {
      return state.isFull;
    },
    send() {},
    drained: async () => {
      while (state.isFull) await tick();
    },
    giveUp: (error) => {
      throw error;
    },
    ask: () => ({ id: 0, cancel() {} }),
  };
  const readOn: ReadOn = async (after, before) => {
    const end = Math.min(lastSeq, after + 4);
    if (random() < 0.5) await tick();
    let place = after;
    for (let seq = after + 1; seq <= end; seq += 1) {
      await link.drained();
      if (!before(seq)) break;
      if (!answers.includes(seq)) told.push(`u${seq}`);
      place = seq;
    }
    return place;
  };
  const live = Promise.withResolvers<void>();
  const attachment = createAttachment({
    link,
    after: 0,
    catchUp: random() < 0.5 ? readOn : undefined,
    readOn,
    lastSeq: () => lastSeq,
    onLive: () => live.resolve(),
    onFailure: live.reject,
  });
  while (arrived < 60) {
    const dice = random();
    if (dice < 0.4 && lastSeq < 60) write();
    else if (dice < 0.7 && arrived < lastSeq) arrive();
    else if (dice < 0.8) state.isFull = !state.isFull;
    else await tick();
  }
  state.isFull = false;
  await live.promise;
  for (let count = 0; count < 200; count += 1) await tick();
  return { told, written, answers };

  function write() {
    lastSeq += 1;
    if (random() < 0.1) answers.push(lastSeq);
    else written.push(lastSeq);
  }

  function arrive() {
    arrived += 1;
    const seq = arrived;
    if (answers.includes(seq)) attachment.hand(seq, () => told.push(`a${seq}`));
    else attachment.push(seq, () => told.push(`u${seq}`));
  }
}

function updatesBefore(seq: number, answers: readonly number[]): number {
  return seq - 1 - answers.filter((other) => other < seq).length;
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { expect, it, vi } from "vitest";

import { notification } from "../../src/wire/message.ts";
import { createOutbox } from "../../src/wire/outbox.ts";

const BOUNDS = { messages: 4, characters: 1_000 };

it("sends in order, and ends the stream when all of it is sent", async () => {
  const { writable, taken, closed } = peer();
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: fail });
  for (const n of [1, 2, 3]) outbox.push(message(n));
  await outbox.end();
  expect(taken).toEqual([1, 2, 3].map(message));
  await closed;
  outbox.push(message(4));
  expect(taken).toHaveLength(3);
});

it("takes what comes before the stream is open", async () => {
  const { writable, taken } = peer();
  const opening = Promise.withResolvers<WritableStream<AnyMessage>>();
  const outbox = createOutbox({ ...BOUNDS, writable: opening.promise, onFailure: fail });
  outbox.push(message(1));
  opening.resolve(writable);
  await outbox.end();
  expect(taken).toEqual([message(1)]);
});

it("sends to a stream that has no room for a queue", async () => {
  const taken: AnyMessage[] = [];
  const writable = new WritableStream<AnyMessage>({ write: (sent) => void taken.push(sent) }, { highWaterMark: 0 });
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: fail });
  for (const n of [1, 2, 3]) outbox.push(message(n));
  await outbox.end();
  expect(taken).toHaveLength(3);
});

it("[B-09] is full when the peer does not read, and has room again when half of it is free", async () => {
  const { writable, taken, readOn } = peer({ reads: false });
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: fail });
  for (let n = 0; n < 6; n += 1) outbox.push(message(n));
  expect(outbox.isFull).toBe(true);
  let hasRoom = false;
  const room = outbox.drained().then(() => (hasRoom = true));
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000 });
  expect(hasRoom).toBe(false);
  readOn();
  await room;
  await outbox.end();
  expect(taken).toHaveLength(6);
});

it("gives a peer up that is four times as far behind, once, though its stream never takes what it was given", async () => {
  const { writable, taken } = peer({ reads: false });
  const onFailure = vi.fn<(error: Error) => void>();
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure });
  outbox.push(message(0));
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000 });
  for (let n = 0; n < 40; n += 1) outbox.push(message(n));
  expect(onFailure.mock.calls.map(([{ message }]) => message)).toEqual(["The peer reads too slowly"]);
  await Promise.all([outbox.drained(), outbox.end()]);
});

it("[M6] lets one message pass, however large it is", async () => {
  const { writable, taken } = peer();
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: fail });
  outbox.push(message(1), 100 * BOUNDS.characters);
  outbox.push(message(2));
  await outbox.end();
  expect(taken).toEqual([message(1), message(2)]);
});

it("[M7] counts the text of a message whose size is not given", async () => {
  const { writable, taken } = peer({ reads: false });
  const onFailure = vi.fn<(error: Error) => void>();
  const outbox = createOutbox({ messages: 1_000, characters: 1_000, writable, onFailure });
  outbox.push(message(0));
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000 });
  for (let n = 0; n < 4; n += 1) outbox.push(notification("session/update", { text: "x".repeat(1_500) }));
  expect(onFailure).toHaveBeenCalledOnce();
});

it("[M8] keeps a peer that reads slowly, up to sixteen times what it may be behind", async () => {
  const reading = Array.from({ length: 100 }, () => Promise.withResolvers<void>());
  const taken: AnyMessage[] = [];
  const writable = new WritableStream<AnyMessage>({
    write(sent) {
      taken.push(sent);
      return reading[taken.length - 1]?.promise;
    },
  });
  const onFailure = vi.fn<(error: Error) => void>();
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure });
  for (let n = 0; n < 3 * BOUNDS.messages; n += 1) outbox.push(message(n));
  reading[0]?.resolve();
  await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 30_000 });
  for (let n = 0; n < 8 * BOUNDS.messages; n += 1) outbox.push(message(n));
  expect(onFailure).not.toHaveBeenCalled();
  for (let n = 0; n < 16 * BOUNDS.messages; n += 1) outbox.push(message(n));
  expect(onFailure).toHaveBeenCalledOnce();
});

it("[R166] tells that the peer has gone when a write fails, though nothing else is to be sent", async () => {
  const gone = new Error("gone");
  const writable = new WritableStream<AnyMessage>({ write: () => Promise.reject(gone) });
  const failure = Promise.withResolvers<Error>();
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: failure.resolve });
  outbox.push(message(1));
  expect(await failure.promise).toMatchObject({ message: "The peer has disconnected", cause: gone });
  await outbox.end();
});

it("breaks the stream off when it is dropped, and rejects nothing", async () => {
  const { writable, taken, aborted } = peer({ reads: false });
  const outbox = createOutbox({ ...BOUNDS, writable, onFailure: fail });
  outbox.push(message(1));
  outbox.push(message(2));
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000 });
  outbox.drop(new Error("enough"));
  await outbox.end();
  expect(await aborted).toMatchObject({ message: "enough" });
});

function message(n: number) {
  return notification("session/update", { n });
}

function fail(error: Error) {
  throw error;
}

/** Reads at once, or waits until the test lets it. */
function peer({ reads = true } = {}) {
  const taken: AnyMessage[] = [];
  const closed = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  const reading = Promise.withResolvers<void>();
  if (reads) reading.resolve();
  const writable = new WritableStream<AnyMessage>({
    write(message, { signal }) {
      taken.push(message);
      signal.addEventListener("abort", () => aborted.resolve(signal.reason), { once: true });
      return reading.promise;
    },
    close: () => closed.resolve(),
  });
  return { writable, taken, closed: closed.promise, aborted: aborted.promise, readOn: reading.resolve };
}

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { linkedPair } from "@tenon/testkit";
import { expect, it } from "vitest";

import { withLastAnswers } from "../../src/edge/last-answers.ts";

const request = (id: number | string) => ({ jsonrpc: "2.0", id, method: "session/prompt", params: {} }) as const;
const answer = (id: number | string) => ({ jsonrpc: "2.0", id, result: {} }) as const;

it("passes the end on when all requests are answered", async () => {
  const { stream, client, stopped } = setUp();
  await client.write(request(1), request("two"));
  const reader = stream.readable.getReader();
  expect((await reader.read()).value).toEqual(request(1));
  expect((await reader.read()).value).toEqual(request("two"));
  const end = reader.read();
  await client.end();
  expect(await stopped).toEqual([request(1), request("two")]);
  const writer = stream.writable.getWriter();
  await writer.write(answer("two"));
  await writer.write(answer(1));
  expect((await end).done).toBe(true);
  expect(await client.read(2)).toEqual([answer("two"), answer(1)]);
});

it("answers a request that does not finish with an error, once", async () => {
  const { stream, client } = setUp();
  await client.write(request(1));
  const reader = stream.readable.getReader();
  await reader.read();
  await client.end();
  expect((await reader.read()).done).toBe(true);
  const writer = stream.writable.getWriter();
  await writer.write(answer(1));
  await writer.write(answer(2));
  const error = { code: -32603, message: "The connection was closed before the request was finished" };
  expect(await client.read(2)).toEqual([{ jsonrpc: "2.0", id: 1, error }, answer(2)]);
});

it("does not wait for answers when the connection is closed from here", async () => {
  const { stream, client, stopped } = setUp();
  await client.write(request(1));
  const reader = stream.readable.getReader();
  await reader.read();
  await client.end();
  await stopped;
  await expect(reader.cancel()).resolves.toBeUndefined();
});

function setUp() {
  const { left, right } = linkedPair<AnyMessage>();
  const stopped = Promise.withResolvers<readonly AnyMessage[]>();
  const stream = withLastAnswers({ ...left, flushed: () => Promise.resolve() }, { onEnd: stopped.resolve });
  const writer = right.writable.getWriter();
  const reader = right.readable.getReader();
  const client = {
    async write(...messages: readonly AnyMessage[]) {
      for (const message of messages) await writer.write(message);
    },
    end: () => writer.close(),
    async read(count: number) {
      const messages: unknown[] = [];
      while (messages.length < count) messages.push((await reader.read()).value);
      return messages;
    },
  };
  return { stream, client, stopped: stopped.promise };
}

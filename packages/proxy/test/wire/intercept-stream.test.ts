import type { AnyMessage } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";
import { linkedPair } from "@tenon/testkit";
import { expect, it } from "vitest";

import { interceptStream } from "../../src/wire/intercept-stream.ts";
import type { Sides } from "../../src/wire/interceptor.ts";

it("a stream of messages is intercepted as the bytes of a wrapped agent are", async () => {
  const { stream, agent, sides, replaced } = open();
  const [client, toAgent] = [stream.readable.getReader(), stream.writable.getWriter()];
  const [fromClient, writer] = [agent.readable.getReader(), agent.writable.getWriter()];
  const unknown = { ...notification("_x"), more: { _meta: null } };

  void toAgent.write(notification("drop"));
  void toAgent.write(unknown);
  expect((await fromClient.read()).value).toBe(unknown);
  void writer.write(notification("drop"));
  void writer.write(notification("change"));
  expect((await client.read()).value).toEqual(notification("changed"));
  void writer.write(unknown);
  expect((await client.read()).value).toBe(unknown);
  expect(replaced).toEqual([notification("drop"), notification("change")]);

  const answer = sides().askClient("ask", {}, { signal: new AbortController().signal });
  const { value: request } = await client.read();
  await toAgent.write({ jsonrpc: "2.0", id: String(objectOf(request)["id"]), result: 1 });
  await expect(answer).resolves.toBe(1);
});

it("the end of the agent ends what the interceptor has opened, before the client hears of it", async () => {
  const { stream, agent, events } = open();
  await agent.writable.close();
  const { done } = await stream.readable.getReader().read();
  events.push("end");
  expect(done).toBe(true);
  expect(events).toEqual(["closed", "end"]);
});

function open() {
  const pair = linkedPair<AnyMessage>();
  const events: string[] = [];
  const replaced: AnyMessage[] = [];
  let given: Sides | undefined;
  const judge = (message: unknown) => {
    const { method } = objectOf(message);
    if (method === "change") return { message: notification("changed") };
    return method === "drop" ? ("drop" as const) : ("pass" as const);
  };
  const stream = interceptStream(pair.left, {
    intercept(sides) {
      given = sides;
      return {
        fromClient: ({ message }) => judge(message),
        fromAgent: ({ message }) => judge(message),
        close: async () => void events.push("closed"),
      };
    },
    onWarning: () => {},
    onReplaced: (message) => void replaced.push(message),
  });
  const sides = () => {
    if (!given) throw new Error("Not opened yet");
    return given;
  };
  return { stream, agent: pair.right, events, sides, replaced };
}

function notification(method: string): AnyMessage {
  return { jsonrpc: "2.0", method, params: {} };
}

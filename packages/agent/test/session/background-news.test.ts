import { expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const start = (line: string) => ({ calls: [{ name: "run_command", args: { line, background: true } }] });
const NEWS = "A command in the background has ended";

it("tells the user when a command in the background ends, and the model with the next prompt, once", async () => {
  const model = scriptedModel([start("exit 3")]);
  await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
  const sessionId = await client.open();
  await client.prompt(sessionId, "start it");
  const notice = await client.until(({ sessionUpdate }) => sessionUpdate === "notice");
  expect(notice).toMatchObject({ title: "Background command ended: exit 3", description: "Exit code 3." });
  const before = model.requests.length;
  await client.prompt(sessionId, "and now?");
  const [first, second] = [model.requests[before]?.messages.at(-1), () => model.requests.at(-1)?.messages.at(-1)];
  expect(JSON.stringify(first)).toMatch(/terminal-\S+: exit 3 \(Exit code 3\.\)/);
  await client.prompt(sessionId, "and then?");
  expect(JSON.stringify(second())).not.toContain(NEWS);
});

it("tells the model in the middle of a turn, with the results of the next calls", async () => {
  const scripted = scriptedModel([start("true"), { calls: [{ name: "command_output", args: {} }] }]);
  const ended = Promise.withResolvers<unknown>();
  const model: typeof scripted = {
    ...scripted,
    async *answer(request) {
      if (scripted.requests.length === 1) await ended.promise;
      yield* scripted.answer(request);
    },
  };
  await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
  const sessionId = await client.open();
  client.until(({ sessionUpdate }) => sessionUpdate === "notice").then(ended.resolve, ended.reject);
  await client.prompt(sessionId, "go");
  const results = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(results.map((message) => JSON.stringify(message).includes(NEWS))).toEqual([false, true]);
});

it("says nothing of one that the model has stopped, or has seen end", async () => {
  const model = scriptedModel([
    start("sleep 600"),
    ({ messages }) => ({ calls: [{ name: "stop_command", args: { id: idIn(messages) } }] }),
    start("true"),
    ({ messages }) => ({ calls: [{ name: "command_output", args: { id: idIn(messages), wait_seconds: 60 } }] }),
  ]);
  await using client = await connectAgent({ model });
  const sessionId = await client.open();
  await client.prompt(sessionId, "go");
  await client.prompt(sessionId, "and now?");
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain(NEWS);
});

function idIn(messages: unknown): string {
  const ids = [...JSON.stringify(messages).matchAll(/It runs in the background as (\S+?)\./g)];
  return ids.at(-1)?.[1] ?? "";
}

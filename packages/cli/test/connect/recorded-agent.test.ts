/**
 * The older form of MCP over ACP, with what an agent of the official Python SDK (1.0.0rc3) sent through a gateway.
 */

import { readFile } from "node:fs/promises";

import { type JsonObject, objectOf } from "@tenon/basis";
import { expect, it } from "vitest";

import { openPlace } from "./hostile-place.ts";

it("[R121] an agent that opens a connection lists and calls a tool of this machine, as it was recorded", async () => {
  await using place = await openPlace({ allows: true });
  const { gateway } = place;
  const ids = new Map<unknown, unknown>();
  const answers: { readonly now: unknown; readonly was: unknown }[] = [];
  const now = (given: unknown): JsonObject =>
    Object.fromEntries(Object.entries(objectOf(given)).map(([name, value]) => [name, ids.get(value) ?? value]));
  const lines = (await readFile(new URL("recordings/python-sdk-agent.jsonl", import.meta.url), "utf8"))
    .trim()
    .split("\n");
  const recorded = lines.map((line) => objectOf(JSON.parse(line)));
  for (const { message } of recorded.filter(({ from }) => from === "agent")) {
    const { id, method, params } = objectOf(message);
    ids.set(objectOf(params)["serverId"], gateway.servers[0]?.serverId);
    if (id === undefined) {
      gateway.send({ method, params: now(params) });
      continue;
    }
    const { message: before } = recorded.find((line) => isAnswer(line, id)) ?? {};
    const { result } = await gateway.ask(String(method), now(params));
    const was = objectOf(objectOf(before)["result"]);
    ids.set(was["connectionId"], objectOf(result)["connectionId"]);
    expect(Object.keys(objectOf(result))).toEqual(expect.arrayContaining(Object.keys(was)));
    answers.push({ now: objectOf(result)["content"], was: was["content"] });
  }
  expect(answers.map((each) => each.now)).toEqual(answers.map(({ was }) => was));
  expect(await place.calls()).toBe(1);
});

function isAnswer({ from, message }: JsonObject, id: unknown): boolean {
  return from === "client" && objectOf(message)["method"] === undefined && objectOf(message)["id"] === id;
}

/**
 * The older form of MCP over ACP, with what a client of the official Python SDK (1.0.0rc3) sent.
 */

import { readFile } from "node:fs/promises";

import { type JsonObject, objectOf } from "@tenon/basis";
import { type AcpAnswer, createAcpChannels } from "@tenon/hub/over-acp";
import { expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub } from "./open-test-hub.ts";

insistThatNothingIsLeft();

it("[R121] a server of a client that answers the newer form with an error is reached by a connection, and called", async () => {
  const client = await recordedClient(new URL("recordings/python-sdk-client.jsonl", import.meta.url));
  let ids = 0;
  const channels = createAcpChannels(
    { ask: async (method, params) => client.answer(method, params, (given) => channels.receive(given)), notify() {} },
    { newId: () => String((ids += 1)) },
  );
  await using hub = openTestHub([{ type: "channel", name: "py", open: () => channels.open({ serverId: "py-1" }) }]);
  await hub.untilTools((tools) => tools.includes("echo"));
  const progress: unknown[] = [];
  const result = await hub.call("mcp__py__echo", { word: "hello" }, { onProgress: (each) => progress.push(each) });
  expect(JSON.stringify(result)).toContain("python says hello");
  expect(progress).toMatchObject([{ progress: 1, message: "half" }]);
  expect(client.asked).toEqual([
    "mcp/message server/discover",
    "mcp/connect",
    "mcp/message server/discover",
    "mcp/message initialize",
    "mcp/message tools/list",
    "mcp/message tools/call",
  ]);
});

/** Answers each request as the client has answered the same one, with the notifications that it sent before. */
async function recordedClient(file: URL) {
  const lines = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => objectOf(JSON.parse(line)));
  const messages = lines.map(({ from, message }) => ({ from, message: objectOf(message) }));
  const asked: string[] = [];
  return {
    asked,
    answer(method: string, params: JsonObject, onNotification: (params: unknown) => void): AcpAnswer {
      // The recording ends before.
      if (method === "mcp/disconnect") return { result: {} };
      const isSame = (message: JsonObject) =>
        nameOf(message) === nameOf({ method, params }) && isOfSameForm(message, params);
      const at = messages.findIndex(({ from, message }) => from === "agent" && isSame(message));
      const { id } = messages[at]?.message ?? {};
      const end = messages.findIndex(
        ({ from, message }, index) => index > at && from === "client" && message["id"] === id,
      );
      if (at === -1 || end === -1) throw new Error(`${nameOf({ method, params })} was not recorded`);
      asked.push(nameOf({ method, params }));
      for (const { from, message } of messages.slice(at, end))
        if (from === "client" && message["id"] === undefined) onNotification(withToken(message["params"], params));
      const { result, error } = messages[end]?.message ?? {};
      return error === undefined ? { result } : { error: readError(error) };
    },
  };
}

function nameOf({ method, params }: JsonObject): string {
  return [method, objectOf(params)["method"]].filter(Boolean).join(" ");
}

/** A connection, or a request that names its server. */
function isOfSameForm({ params }: JsonObject, given: JsonObject): boolean {
  return (objectOf(params)["connectionId"] === undefined) === (given["connectionId"] === undefined);
}

/** Tokens of progress are those of the request. */
function withToken(notified: unknown, { params: call }: JsonObject): unknown {
  const { params, ...rest } = objectOf(notified);
  const { progressToken } = objectOf(objectOf(call)["_meta"]);
  return { ...rest, params: { ...objectOf(params), progressToken } };
}

function readError(error: unknown) {
  const { code, message, data } = objectOf(error);
  return { code: Number(code), message: String(message), data };
}

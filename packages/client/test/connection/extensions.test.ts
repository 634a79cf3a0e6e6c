import { RequestError } from "@agentclientprotocol/sdk";
import { connectAgent } from "@tenon/client";
import { expect, it } from "vitest";

import { clientInfo, recording, scripted } from "../support/scripted.ts";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

it("[R158] sends extension requests and notifications, and none by another name", async () => {
  await using run = await scripted({
    answers: {
      "_shop/stock": { result: { pieces: 3 } },
      "_shop/closed": { error: { code: -32_050, message: "Closed", data: { until: 8 } } },
    },
  });
  await expect(run.agent.request("_shop/stock", { order: "A-17" })).resolves.toEqual({ pieces: 3 });
  await run.agent.notify("_shop/seen", { order: "A-17" }, { meta: { traceparent: TRACE } });
  await expect(run.agent.request("_shop/closed")).rejects.toMatchObject({
    code: "agent_refused",
    details: { errorCode: -32_050, errorData: { until: 8 } },
  });
  await expect(run.agent.request("session/delete")).rejects.toThrow(TypeError);
  expect(run.wire.sent("_shop/seen")).toEqual([{ order: "A-17", _meta: { traceparent: TRACE } }]);
});

it("[R77] sends _meta with any message, and what a call says itself counts before it", async () => {
  const methods: string[] = [];
  const meta = (method: string) => {
    methods.push(method);
    return { traceparent: TRACE, method };
  };
  await using run = await scripted({ capabilities: { sessionCapabilities: { close: {} } } }, { meta });
  const session = await run.agent.newSession({ cwd: "/", meta: { method: "mine" } });
  await session.prompt("hello", { meta: { tracestate: "a=1" } });
  await session.close();
  expect(methods).toEqual(["initialize", "session/new", "session/prompt", "session/close"]);
  expect(run.wire.sent("initialize")).toMatchObject([{ _meta: { traceparent: TRACE } }]);
  expect(run.wire.sent("session/new")).toMatchObject([{ _meta: { traceparent: TRACE, method: "mine" } }]);
  expect(run.wire.sent("session/prompt")).toMatchObject([
    { _meta: { traceparent: TRACE, method: "session/prompt", tracestate: "a=1" } },
  ]);
});

it("sends no _meta where none is given", async () => {
  await using run = await scripted({});
  await (await run.agent.newSession({ cwd: "/" })).prompt("hello");
  expect(JSON.stringify(run.wire.sent("session/prompt"))).not.toContain("_meta");
});

it("answers extension requests and receives notifications of the agent", async () => {
  const wire = recording();
  const heard = Promise.withResolvers<unknown>();
  const failures: string[] = [];
  await using agent = await connectAgent(
    { command: process.execPath, args: ["--input-type=module", "--eval", ASKING_AGENT], cwd: "/", env: {} },
    {
      clientInfo,
      record: wire.record,
      methods: {
        "_shop/price": (params) => ({ price: 5, of: params }),
        "_shop/heard": (params) => heard.resolve(params),
        "_shop/fails": () => Promise.reject(new Error("a secret")),
        "_shop/refuses": () => Promise.reject(new RequestError(-32_050, "Closed")),
      },
      onServiceError: (error, method) => void failures.push(`${method}: ${String(error)}`),
    },
  );
  expect(await agent.request("_shop/ask")).toEqual([
    { result: { price: 5, of: { order: "A-17" } } },
    { error: { code: -32_603, message: "Internal error" } },
    { error: { code: -32_050, message: "Closed" } },
    { error: expect.objectContaining({ code: -32_601 }) },
  ]);
  expect(await heard.promise).toEqual({ count: 1 });
  expect(failures).toEqual(["_shop/fails: Error: a secret"]);
});

/** Sends four requests and a notification when it is asked to, and answers with what it got. */
const ASKING_AGENT = `
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const got = [];
let asked;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, result, error } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "_shop/ask") {
    asked = id;
    send({ method: "_shop/heard", params: { count: 1 } });
    send({ id: 0, method: "_shop/price", params: { order: "A-17" } });
    send({ id: 1, method: "_shop/fails", params: {} });
    send({ id: 2, method: "_shop/refuses", params: {} });
    send({ id: 3, method: "_shop/unknown", params: {} });
  } else if (method === undefined) {
    got[id] = result ? { result } : { error };
    if (got.filter(Boolean).length === 4) send({ id: asked, result: got });
  }
});
`;

/**
 * Traces, from the installed agent to a collector that takes what OTLP says.
 */

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { itemsOf, objectOf, parseJson, stringOf } from "@tenon/basis";
import { allow, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { createExporter } from "../../src/traces/exporter.ts";
import { openTraces } from "../../src/traces/open-traces.ts";
import { traceSettings } from "../../src/traces/trace-settings.ts";
import type { Span } from "../../src/traces/tracer.ts";
import { connected, hearsReceipts } from "../connected.ts";
import { noConfiguration, tenon } from "../tenon.ts";

const TRACE = "80e1afed08e019fc1110464cfa66635c";
const CLIENT_SPAN = "7a085853722dc6d2";

describe("traces", () => {
  it("[R77] go on from the client's prompt through turn, model and tool to the server, and all are sent at the end", async () => {
    await using collector = await startCollector();
    await using server = await stdioServer({ tools: [{ name: "greet", description: "greet the world" }] });
    const home = await mkdtemp(join(tmpdir(), "tenon-traces-"));
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=tools%20and%20more",
      OTEL_BSP_SCHEDULE_DELAY: "3600000",
    };
    {
      await using client = await spawnedClient(
        {
          command: process.execPath,
          args: [tenon, "agent"],
          cwd: home,
          env: { ...noConfiguration, ...variables, HOME: home },
        },
        { capabilities: hearsReceipts, answers: { "session/request_permission": allow } },
      );
      await client.initialize();
      const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
      const given = { name: "world", command: server.command, args: [...server.args], env };
      const { sessionId } = await client.newSession({ mcpServers: [given] });
      await connected(client, "world");
      const prompt = [{ type: "text" as const, text: "greet the world" }];
      await client.request("session/prompt", {
        sessionId,
        prompt,
        _meta: { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` },
      });
    }
    const spans = await collector.spans();
    const named = (name: string) => spans.find((span) => stringOf(span["name"])?.startsWith(name));
    const turn = named("invoke_agent");
    expect(turn).toMatchObject({ traceId: TRACE, parentSpanId: CLIENT_SPAN, kind: 2, status: {} });
    expect(turn?.["startTimeUnixNano"]).toMatch(/^\d{19}$/);
    const call = named("execute_tool mcp__world__greet");
    expect(call).toMatchObject({ traceId: TRACE, parentSpanId: turn?.["spanId"] });
    expect(named("chat rehearsal")).toMatchObject({ traceId: TRACE, parentSpanId: turn?.["spanId"], kind: 3 });
    const sent = named("tools/call greet");
    expect(sent).toMatchObject({ traceId: TRACE, parentSpanId: call?.["spanId"], kind: 3 });
    expect(sent?.["attributes"]).toContainEqual({ key: "tenon.server", value: { stringValue: "world" } });
    expect(named("start world")?.["traceId"]).not.toBe(TRACE);
    const { message } = await server.until("message", ({ message }) => message["method"] === "tools/call");
    expect(message).toMatchObject({ params: { _meta: { traceparent: `00-${TRACE}-${String(sent?.["spanId"])}-01` } } });
    expect(collector.requests[0]).toMatchObject({
      path: "/v1/traces",
      headers: { "content-type": "application/json", "x-team": "tools and more" },
      resource: expect.arrayContaining([{ key: "service.name", value: { stringValue: "tenon" } }]),
    });
    await rm(home, { recursive: true, force: true });
  });

  it("are off without a collector, and where the variables say so or ask for what is not spoken", async () => {
    const warnings: string[] = [];
    const open = (environment: NodeJS.ProcessEnv) => openTraces(environment, (warning) => warnings.push(warning));
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
    expect(await open({})).toBeUndefined();
    expect(await open({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(await open({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toBeUndefined();
    expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" })).toBeUndefined();
    expect(warnings).toHaveLength(2);
    expect(traceSettings({ ...endpoint, OTEL_SERVICE_NAME: "gateway" }, () => {})).toMatchObject({
      endpoint: "http://localhost:4318/v1/traces",
      resource: { "service.name": "gateway" },
    });
  });

  it("keep a part of the new traces if configured, and of a client's trace what the client keeps", async () => {
    const { createTracer } = await import("../../src/traces/tracer.ts");
    const spans: Span[] = [];
    const { begin } = createTracer({ onSpan: (span) => spans.push(span), ratio: 0 });
    begin("turn").end("ok");
    begin("turn", {}, { traceparent: `00-${TRACE}-${CLIENT_SPAN}-00` }).end("ok");
    expect(spans).toEqual([]);
    const kept = begin("turn", {}, { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01`, tracestate: "a=b" });
    kept.end("failed");
    expect(kept.meta).toMatchObject({ tracestate: "a=b", traceparent: expect.stringMatching(`^00-${TRACE}-`) });
    expect(spans).toHaveLength(1);
  });

  it("are dropped, oldest first, while the collector is away: one warning, and closing does not wait", async () => {
    await using collector = await startCollector();
    collector.answer = 503;
    const warnings: string[] = [];
    const exporter = createExporter({
      endpoint: `${collector.url}/v1/traces`,
      headers: {},
      timeoutMs: 1_000,
      delayMs: 1,
      queue: 4,
      batch: 2,
      bodyOf: (spans) => JSON.stringify(spans.map(({ facts }) => facts["n"])),
      onWarning: (warning) => warnings.push(warning),
    });
    for (let n = 0; n < 10; n += 1) exporter.add(spanOf(n));
    await expect.poll(() => collector.bodies).toContain("[8,9]");
    collector.answer = 200;
    exporter.add(spanOf(10));
    await expect.poll(() => collector.accepted.at(-1)).toContain("10");
    // Two were under way and four could wait.
    expect(collector.bodies.join()).not.toMatch(/[2-5]/);
    await exporter.close();
    exporter.add(spanOf(11));
    expect(warnings).toEqual([expect.stringContaining("HTTP 503")]);
  });
});

function spanOf(n: number): Span {
  const context = { traceId: TRACE, spanId: CLIENT_SPAN, isSampled: true };
  return { context, parentId: undefined, operation: "turn", outcome: "ok", facts: { n }, startedAt: 0n, endedAt: 0n };
}

async function startCollector() {
  const bodies: string[] = [];
  const accepted: string[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders; resource: unknown }[] = [];
  const collector = { answer: 200 };
  const http = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const [first] = itemsOf(objectOf(parseJson(body))["resourceSpans"]).map(objectOf);
    requests.push({
      path: request.url,
      headers: request.headers,
      resource: objectOf(first?.["resource"])["attributes"],
    });
    bodies.push(body);
    if (collector.answer === 200) accepted.push(body);
    response.writeHead(collector.answer).end("{}");
  }
  await once(http, "listening");
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    bodies,
    accepted,
    requests,
    spans: async () =>
      bodies
        .flatMap((body) => itemsOf(objectOf(parseJson(body))["resourceSpans"]).map(objectOf))
        .flatMap(({ scopeSpans }) => itemsOf(scopeSpans).map(objectOf))
        .flatMap(({ spans }) => itemsOf(spans).map(objectOf)),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
    },
  });
}

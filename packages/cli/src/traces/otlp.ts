/**
 * Spans as the body of an OTLP request, in JSON, with the names that OpenTelemetry's conventions have for models and tools.
 */

import type { Facts, OperationName } from "@tenon/basis";

import type { Span } from "./tracer.ts";

const KIND = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;
// A name that a server or a user chose.
const MAX_LENGTH = 256;

interface Form {
  readonly name: (facts: Facts) => string;
  readonly kind: keyof typeof KIND;
  readonly attributes: Facts;
}

const FORMS: Readonly<Record<OperationName, Form>> = {
  turn: { name: () => "invoke_agent", kind: "server", attributes: { "gen_ai.operation.name": "invoke_agent" } },
  model_request: {
    name: ({ model }) => `chat ${model}`,
    kind: "client",
    attributes: { "gen_ai.operation.name": "chat" },
  },
  tool_call: {
    name: ({ tool }) => `execute_tool ${tool}`,
    kind: "internal",
    attributes: { "gen_ai.operation.name": "execute_tool" },
  },
  mcp_call: {
    name: ({ tool }) => `tools/call ${tool}`,
    kind: "client",
    attributes: { "mcp.method.name": "tools/call" },
  },
  server_start: { name: ({ server }) => `start ${server}`, kind: "internal", attributes: {} },
  store: { name: ({ statement }) => `store ${statement}`, kind: "client", attributes: {} },
};

/** Our facts by their names in the conventions; others keep theirs. */
const NAMES: Readonly<Record<string, string>> = {
  sessionId: "gen_ai.conversation.id",
  model: "gen_ai.request.model",
  tool: "gen_ai.tool.name",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  server: "tenon.server",
  transport: "tenon.transport",
  statement: "tenon.statement",
};

export function otlpRequest(spans: readonly Span[], resource: Readonly<Record<string, string>>): object {
  const scope = { name: "tenon" };
  return {
    resourceSpans: [
      { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] },
    ],
  };
}

function spanOf({ context, parentId, operation, outcome, facts, startedAt, endedAt }: Span): object {
  const { name, kind, attributes } = FORMS[operation];
  const isCancelled = outcome === "cancelled" ? { "tenon.cancelled": true } : {};
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    flags: 1,
    name: name(facts).slice(0, MAX_LENGTH),
    kind: KIND[kind],
    startTimeUnixNano: `${startedAt}`,
    endTimeUnixNano: `${endedAt}`,
    attributes: attributesOf({ ...attributes, ...facts, ...isCancelled }),
    status: outcome === "failed" ? { code: FAILED } : {},
  };
}

function attributesOf(facts: Facts): readonly object[] {
  return Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key: NAMES[key] ?? key, value: valueOf(value) }],
  );
}

function valueOf(value: string | number | boolean): object {
  if (typeof value === "string") return { stringValue: value.slice(0, MAX_LENGTH) };
  if (typeof value === "boolean") return { boolValue: value };
  // 64 bits, which JSON has as text.
  return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}

/**
 * A request as the AI SDK takes it.
 */

import { createHash } from "node:crypto";

import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { JsonObject } from "@tenon/basis";

import type { Feature } from "../failure/refused-features.ts";
import type { ModelFamily } from "../model-families.ts";
import type { ModelRequest, ModelTool, ThoughtLevel } from "../model.ts";
import { createMediaDesk, type MediaDesk } from "../prompt/media.ts";
import { toPrompt } from "../prompt/to-prompt.ts";
import type { ModelApi } from "../providers/model-api.ts";
import type { SetAsideTool, ToolAdapter } from "../schema/adapt-tools.ts";

export interface CallContext {
  readonly id: string;
  readonly api: ModelApi;
  readonly family: ModelFamily;
  readonly adaptTools: ToolAdapter;
  /** What the provider has refused so far; of media, in this session. */
  readonly dropped: ReadonlySet<Feature>;
  readonly refused: RefusedTools;
}

/** By name: what the tool was when the provider refused it, and why it did. */
export type RefusedTools = Map<string, { readonly shape: string; readonly reason: string }>;

/** A tool that changed is another one, and gets another chance. */
export function shapeOf({ description, inputSchema }: ModelTool): string {
  return JSON.stringify([description, inputSchema]);
}

export interface PreparedCall {
  readonly call: LanguageModelV4CallOptions;
  readonly toolNames: readonly string[];
  readonly setAside: readonly SetAsideTool[];
  readonly media: Pick<MediaDesk, "given" | "leftOut">;
}

export function prepareCall(
  request: ModelRequest,
  context: CallContext,
  refusedMedia: ReadonlyMap<string, unknown>,
): PreparedCall {
  const { id, api, family, adaptTools, dropped, refused } = context;
  const isRefused = (tool: ModelTool) => refused.has(tool.name) && refused.get(tool.name)?.shape === shapeOf(tool);
  const reasons = request.tools
    .filter(isRefused)
    .map(({ name }) => ({ name, reason: refused.get(name)?.reason ?? "" }));
  const offered = adaptTools(request.tools.filter((tool) => !isRefused(tool)));
  const takes = {
    image: family.image && !dropped.has("image"),
    audio: family.audio && !dropped.has("audio"),
    document: family.document && !dropped.has("document"),
  };
  const { system, messages } = request;
  const hasTools = offered.tools.length > 0;
  const desk = createMediaDesk(api, takes, refusedMedia);
  const plain = { prompt: toPrompt({ system, messages, model: id, api, desk, hasTools }), tools: offered.tools };
  const { prompt, tools } = api.markForCache?.(plain) ?? plain;
  const canThink = family.thoughtLevels.length > 0;
  const level = request.thoughtLevel;
  const isToldHow = level !== undefined && family.thoughtLevels.includes(level) && !dropped.has("thought level");
  return {
    call: {
      prompt,
      ...(hasTools && { tools: [...tools] }),
      ...(isToldHow && { reasoning: REASONING[level] }),
      headers: traceHeaders(request.meta),
      providerOptions: api.options({
        // Made only for the provider that asks for it.
        get cacheKey() {
          return cacheKeyOf(id, request);
        },
        showsThoughts: canThink && level !== "off" && !dropped.has("thoughts shown"),
      }),
    },
    toolNames: tools.map(({ name }) => name),
    setAside: [...offered.setAside, ...reasons],
    media: desk,
  };
}

const REASONING = { off: "none", low: "low", medium: "medium", high: "high" } as const satisfies Record<
  ThoughtLevel,
  string
>;

/** The beginning of a conversation: what its requests have in common, and no other's have. */
function cacheKeyOf(id: string, { system, messages }: ModelRequest): string {
  const text = JSON.stringify([id, system[0], messages[0]]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

const TRACE_HEADERS = ["traceparent", "tracestate", "baggage"];
// Of the W3C's own limit on baggage, the longest of the three.
const MAX_TRACE_LENGTH = 8_192;

/** The trace context of a prompt, as the headers of the requests that it causes [R77]. Everything else stays here. */
function traceHeaders(meta: JsonObject | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of TRACE_HEADERS) {
    const value = meta?.[name];
    // Anything else would make the request itself fail.
    if (typeof value === "string" && /^[\t\x20-\x7e]+$/.test(value) && value.length <= MAX_TRACE_LENGTH)
      headers[name] = value;
  }
  return headers;
}

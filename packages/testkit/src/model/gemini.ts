/**
 * Google's Gemini API.
 *
 * https://ai.google.dev/api/generate-content
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import { serverSentEvent } from "./event-stream.ts";
import { geminiFailure } from "./gemini-errors.ts";
import type { Exchange, ModelApi, Route, StreamEncoder } from "./model-api.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { argumentsOf, estimateTokens, wholeOf, type Reply } from "./reply.ts";
import type { ContentPart } from "./script.ts";

export const gemini: ModelApi = {
  name: "gemini",
  // The vendor's clients add /v1beta themselves.
  basePath: "",
  environment: (baseUrl) => ({ GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: "fake-gemini-key" }),
  headers: () => ({}),

  route({ method, path, query, body }): Route | undefined {
    if (method === "GET" && path === "/v1beta/models") return { type: "other", body: modelList() };
    const [, model, verb] = /^(?:\/v1(?:beta|alpha)?)?\/models\/([^/:]+):(\w+)$/.exec(path) ?? [];
    if (method !== "POST" || model === undefined) return undefined;
    if (verb === "countTokens") {
      return { type: "other", body: { totalTokens: estimateTokens(JSON.stringify(body ?? {})) } };
    }
    if (verb !== "generateContent" && verb !== "streamGenerateContent") return undefined;
    const { contents, systemInstruction, tools } = objectOf(body);
    return {
      type: "answer",
      content: {
        model: decodeURIComponent(model),
        messages: itemsOf(contents),
        system: systemInstruction,
        tools: itemsOf(tools).flatMap((group) => itemsOf(objectOf(group)["functionDeclarations"]).map(offeredTool)),
        isStreaming: verb === "streamGenerateContent" && query.get("alt") === "sse",
      },
    };
  },

  stream: encodeStream,

  body({ request, reply }) {
    const writePart = partWriter();
    const response = {
      candidates: [{ content: { parts: reply.content.flatMap(writePart), role: "model" }, ...ending(reply), index: 0 }],
      usageMetadata: usageOf(reply),
      ...responseTail(request),
    };
    // Without alt=sse the vendor streams one long JSON list.
    return request.url.includes(":streamGenerateContent") ? [response] : response;
  },

  failure: geminiFailure,
};

function encodeStream({ request, reply }: Exchange): StreamEncoder {
  const tail = responseTail(request);
  const { promptTokenCount } = usageOf(reply);
  const usageSoFar = { promptTokenCount, totalTokenCount: promptTokenCount };
  const writePart = partWriter();

  return {
    start: () => [],
    content: (part) =>
      inChunks(part)
        .flatMap(writePart)
        .map((written) => response({ content: { parts: [written], role: "model" }, index: 0 }, usageSoFar)),
    finish: () => [
      response({ content: { parts: [{ text: "" }], role: "model" }, ...ending(reply), index: 0 }, usageOf(reply)),
    ],
    malformed: () => [serverSentEvent('{"candidates":[{"content":{"parts":[{"te')],
    // Not an event: the vendor writes the error's JSON, bare, after the last event.
    error: (failure) => [JSON.stringify(geminiFailure(failure).body, undefined, 2)],
  };

  function response(candidate: object, usageMetadata: object): string {
    return serverSentEvent({ candidates: [candidate], usageMetadata, ...tail });
  }
}

// A function call is never split: this API sends its arguments as an object.
function inChunks(part: ContentPart): readonly ContentPart[] {
  return part.type === "tool-call" ? [part] : part.chunks.map((chunk) => ({ type: part.type, chunks: [chunk] }));
}

/** The first part after a thought carries its signature, which a client must send back. */
function partWriter() {
  let hasThought = false;
  return (part: ContentPart): readonly object[] => {
    if (part.type === "thought") {
      hasThought = true;
      return [{ text: wholeOf(part), thought: true }];
    }
    const signature = hasThought ? { thoughtSignature: SIGNATURE } : {};
    hasThought = false;
    if (part.type === "text") return [{ text: wholeOf(part), ...signature }];
    const callArguments = argumentsOf(part);
    if (callArguments === undefined) return [];
    const id = part.id === undefined ? {} : { id: part.id };
    return [{ functionCall: { ...id, name: part.name, args: callArguments }, ...signature }];
  };
}

const FINISH_REASONS = { end: "STOP", "tool-calls": "STOP", length: "MAX_TOKENS", refusal: "SAFETY" } as const;

const SIGNATURE = "c2NyaXB0ZWQtc2lnbmF0dXJl";

// Arguments that are not JSON never leave the vendor: it keeps the call back and says why.
function ending({ content, stop }: Reply) {
  const malformed = content.find((part) => part.type === "tool-call" && argumentsOf(part) === undefined);
  if (malformed === undefined) return { finishReason: FINISH_REASONS[stop] };
  return {
    finishReason: "MALFORMED_FUNCTION_CALL",
    finishMessage: `Malformed function call: ${wholeOf(malformed)}`,
  };
}

function usageOf({ usage }: Reply) {
  const { inputTokens, outputTokens, thoughtTokens, cachedReadTokens } = usage;
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens - thoughtTokens,
    totalTokenCount: inputTokens + outputTokens,
    ...(cachedReadTokens > 0 && { cachedContentTokenCount: cachedReadTokens }),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: inputTokens }],
    ...(thoughtTokens > 0 && { thoughtsTokenCount: thoughtTokens }),
  };
}

function responseTail({ id, model }: ModelRequest) {
  return { modelVersion: model, responseId: id };
}

function offeredTool(tool: unknown): OfferedTool {
  const { name, description, parameters, parametersJsonSchema } = objectOf(tool);
  const schema = parametersJsonSchema ?? parameters;
  return { name: stringOf(name) ?? "", description: stringOf(description), schema };
}

function modelList() {
  const supportedGenerationMethods = ["generateContent", "countTokens"];
  return { models: [{ name: "models/scripted-model", displayName: "Scripted model", supportedGenerationMethods }] };
}

import { describe, expect, it } from "vitest";

import { AnswerFault } from "../../src/model/failure/answer-fault.ts";
import { askedDelay } from "../../src/model/failure/asked-delay.ts";
import { classify } from "../../src/model/failure/classify.ts";
import { refusedFeature } from "../../src/model/failure/refused-features.ts";
import { readFailure } from "../../src/model/failure/failure-facts.ts";
import { refusedTool } from "../../src/model/failure/refused-tool.ts";

const NOW = Date.UTC(2026, 10, 15, 12);

/** As the AI SDK throws it. */
function refusal(status: number, body: unknown, headers: Record<string, string> = {}) {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  const fields = { statusCode: status, responseBody, responseHeaders: headers, url: "https://api.example/v1/x" };
  return readFailure(Object.assign(new Error("Bad"), fields));
}

describe("what providers say", () => {
  it.each([
    [
      "OpenAI",
      400,
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens.",
    ],
    [
      "OpenAI Responses",
      400,
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ],
    ["Anthropic", 400, "prompt is too long: 204308 tokens > 200000 maximum"],
    ["Anthropic", 400, "input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000"],
    ["Anthropic", 413, "Request exceeds the maximum size"],
    ["Google", 400, "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576)."],
    [
      "llama.cpp",
      400,
      "the request exceeds the available context size. try increasing the context size or enable context shift",
    ],
    [
      "LM Studio",
      400,
      "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    ],
    [
      "Mistral",
      400,
      "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    ],
    ["Groq", 413, "Request too large for model"],
    ["xAI", 400, "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
    ["Bedrock", 400, "Input is too long for requested model."],
    ["vLLM", 400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"],
  ])("too long, by %s (%s)", (_provider, status, message) => {
    expect(classify(refusal(status, { error: { message } }))).toBe("context_too_long");
  });

  it.each([
    [
      "OpenAI",
      429,
      {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          code: "insufficient_quota",
        },
      },
      "quota_exceeded",
    ],
    ["OpenRouter", 402, { error: { message: "Insufficient credits", code: 402 } }, "quota_exceeded"],
    [
      "Anthropic",
      400,
      { error: { message: "Your credit balance is too low to access the Anthropic API." } },
      "quota_exceeded",
    ],
    [
      "Google, for a day",
      429,
      {
        error: {
          message: "You exceeded your current quota",
          details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] }],
        },
      },
      "quota_exceeded",
    ],
    [
      "Google, for a minute",
      429,
      {
        error: {
          message: "You exceeded your current quota",
          details: [{ violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }] }],
        },
      },
      "rate_limited",
    ],
    [
      "Google",
      400,
      { error: { message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      "unauthorized",
    ],
    ["Ollama", 404, { error: { message: 'model "nope" not found, try pulling it first' } }, "unknown_model"],
    ["OpenRouter", 400, { error: { message: "acme/nope is not a valid model ID" } }, "unknown_model"],
    ["OpenAI", 400, { error: { message: "The requested model 'gpt-99' does not exist." } }, "unknown_model"],
    ["a proxy", 502, "<html><body>Bad gateway</body></html>", "overloaded"],
    ["a proxy", 529, "", "overloaded"],
    ["pydantic", 422, { detail: [{ loc: ["body", "x"], msg: "field required" }] }, "bad_request"],
  ])("%s (%s)", (_provider, status, body, code) => {
    expect(classify(refusal(status, body))).toBe(code);
  });

  it("in a stream, without a status", () => {
    const reported = (message: string) => readFailure(new AnswerFault("reported", message, { cause: { message } }));
    expect(classify(reported("Overloaded"))).toBe("overloaded");
    expect(classify(reported("Rate limit reached"))).toBe("rate_limited");
    expect(classify(reported("prompt is too long"))).toBe("context_too_long");
    expect(classify(reported("who knows"))).toBe("broken_answer");
    expect(classify(readFailure("anything at all"))).toBe("broken_answer");
  });
});

describe("how long a provider asks to wait", () => {
  it.each([
    ["in seconds", { "retry-after": "12" }, "", 12_000],
    ["in milliseconds, which is more exact", { "retry-after": "12", "retry-after-ms": "11250" }, "", 11_250],
    ["as a date", { "retry-after": new Date(NOW + 30_000).toUTCString() }, "", 30_000],
    ["as a date that is over", { "retry-after": new Date(NOW - 30_000).toUTCString() }, "", 0],
    [
      "of a limit that is used up",
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "1m2.5s",
        "x-ratelimit-remaining-tokens": "7",
        "x-ratelimit-reset-tokens": "9h",
      },
      "",
      62_500,
    ],
    [
      "of a limit of Anthropic's",
      {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": new Date(NOW + 5_000).toISOString(),
      },
      "",
      5_000,
    ],
    ["in words", {}, "Rate limit reached for gpt. Please try again in 1.5s. Visit", 1_500],
    ["in words", {}, "Please retry in 34.07s.", 34_070],
    ["in words", {}, "Please try again in 1m30s.", 90_000],
    ["not at all", { "retry-after": "soon" }, "Slow down.", undefined],
  ])("%s", (_how, headers, message, delay) => {
    expect(askedDelay(refusal(429, { error: { message } }, headers), NOW)).toBe(delay);
  });

  it("in Google's details", () => {
    const body = {
      error: {
        message: "x",
        details: [{ "@type": "a" }, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
      },
    };
    expect(askedDelay(refusal(429, body), NOW)).toBe(34_000);
    expect(askedDelay(refusal(429, [body]), NOW)).toBe(34_000);
  });
});

describe("which tool a provider means", () => {
  const names = ["read", "read_all", "mcp__a__b"];

  it.each([
    ["tools.1.custom.input_schema: JSON schema is invalid.", "read_all"],
    ["tools.2.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "mcp__a__b"],
    ["Invalid schema for function 'read_all': array schema missing items.", "read_all"],
    ["Invalid 'tools[2].function.description': string too long.", "mcp__a__b"],
    [
      "* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties: should be non-empty",
      "mcp__a__b",
    ],
    [
      "Invalid JSON payload received. Unknown name \"const\" at 'tools[0].function_declarations[0].parameters': Cannot find field.",
      "read",
    ],
    [
      "Unable to submit request because `mcp__a__b` functionDeclaration `parameters.x` schema didn't specify the schema type field.",
      "mcp__a__b",
    ],
    ["Something about 'read' and nothing else", undefined],
    ["tools.9.custom.input_schema: invalid", undefined],
    ["messages.3: all messages must have content", undefined],
  ])("%s", (message, name) => {
    expect(refusedTool(refusal(400, { error: { message } }), names)).toBe(name);
  });

  it("in the list of a validator", () => {
    const body = {
      detail: [{ loc: ["body", "tools", 1, "function", "parameters"], msg: "value is not a valid dict" }],
    };
    expect(refusedTool(refusal(422, body), names)).toBe("read_all");
  });
});

describe("what is left out when a provider objects", () => {
  it.each([
    ["Your organization must be verified to generate reasoning summaries.", "thoughts shown"],
    ["Unsupported parameter: 'reasoning.summary' is not supported with this model.", "thoughts shown"],
    ["Unsupported parameter: 'reasoning_effort' is not supported with this model.", "thought level"],
    ["Thinking level is not supported for this model.", "thought level"],
    ["This model does not support image input.", "image"],
    ["No endpoints found that support image input", "image"],
    ["image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", "image"],
    ["Invalid content type. image_url is only supported by certain models.", "image"],
    ["acme/large is not a multimodal model", "image"],
    ["Failed to deserialize: unknown variant `image_url`, expected `text`", "image"],
    ["At most 0 image(s) may be provided in one request.", "image"],
    ["PDF input is not supported for this model", "document"],
    ["audio input is not supported", "audio"],
    ["something else", undefined],
    // Of one image, and not of all.
    ["You uploaded an unsupported image. Please make sure your image is valid.", undefined],
    ["Invalid base64 image_url.", undefined],
    ["The image is invalid or its format is not supported.", undefined],
    ["Could not process image", undefined],
    ["messages.0.content.0.image.source.base64: image exceeds 5 MB maximum", undefined],
  ])("%s", (message, feature) => {
    expect(refusedFeature(refusal(400, { error: { message } }))).toBe(feature);
  });
});

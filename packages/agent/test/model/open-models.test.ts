import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startModelServer, text } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { fileKeyStore } from "../../src/model/key-store.ts";
import { openModels } from "../../src/model/open-models.ts";
import { answered, finishOf, textOf } from "./support.ts";

const KEY = "sk-test-0123456789abcdefghij";

describe("which model is the default", () => {
  it.each([
    ["none is set up", {}, "rehearsal"],
    ["Anthropic is set up", { ANTHROPIC_API_KEY: KEY }, "anthropic/claude-sonnet-5"],
    ["OpenAI is set up", { OPENAI_API_KEY: KEY }, "openai/gpt-6-sol"],
    ["Google is set up", { GEMINI_API_KEY: KEY }, "google/gemini-3.8-flash"],
    ["Google is set up with its other variable", { GOOGLE_API_KEY: KEY }, "google/gemini-3.8-flash"],
    ["several are", { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY }, "anthropic/claude-sonnet-5"],
    ["the key is empty", { ANTHROPIC_API_KEY: " " }, "rehearsal"],
    ["the user named one", { ANTHROPIC_API_KEY: KEY, TENON_MODEL: "ollama/qwen3" }, "ollama/qwen3"],
  ])("if %s", (_when, env, id) => {
    expect(openModels({ env }).defaultId).toBe(id);
  });

  it("the one that was chosen counts before the environment", () => {
    expect(openModels({ env: { TENON_MODEL: "openai/a" }, userModel: "openai/b" }).defaultId).toBe("openai/b");
  });

  it("[H13] promises images with every model, and audio if one of those on the list takes it", async () => {
    for (const userModel of ["rehearsal", "openai/gpt-6-sol", "ollama/qwen3-coder", "google/gemini-3.8-flash"]) {
      const { accepts } = openModels({ env: { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY }, userModel });
      expect(accepts).toEqual({ image: true, audio: true });
    }
    const { accepts } = openModels({ env: { OPENAI_API_KEY: KEY }, userModel: "openai/gpt-6-sol" });
    expect(accepts).toEqual({ image: true, audio: false });
    expect(openModels({ env: { GEMINI_API_KEY: KEY }, userModel: "google/gemini-3" }).accepts.audio).toBe(true);
    expect(openModels({ env: {}, userModel: "ollama/qwen3-coder" }).accepts).toEqual({ image: true, audio: false });
  });

  it("lists the models of those providers only that are set up, with what is known of them", async () => {
    expect(openModels({ env: {} }).known.map(({ id }) => id)).toEqual(["rehearsal"]);
    const models = openModels({ env: { ANTHROPIC_API_KEY: KEY } });
    expect(models.known.map(({ id }) => id)).toContain(models.defaultId);
    expect(models.known.every(({ id }) => id === "rehearsal" || id.startsWith("anthropic/"))).toBe(true);
    for (const { id, contextTokens, thoughtLevels, accepts } of models.known) {
      const model = await models.open(id);
      expect(model).toMatchObject({ id, accepts, thoughtLevels });
      expect(model.contextTokens).toBe(contextTokens);
    }
  });
});

describe("opening a model", () => {
  it("gives the same model for the same name", async () => {
    const models = openModels({ env: { OPENAI_API_KEY: KEY } });
    expect(await models.open("openai/a")).toBe(await models.open("openai/a"));
    expect(await models.open("openai/b")).not.toBe(await models.open("openai/a"));
  });

  it.each([
    ["anthropic/claude-sonnet-5", "no_key", "ANTHROPIC_API_KEY"],
    ["openrouter/acme/large", "no_key", "OPENROUTER_API_KEY"],
    ["openai-compatible/x", "unknown_model", "OPENAI_COMPATIBLE_BASE_URL"],
    ["gpt-6", "unknown_model", "provider/model"],
    ["openai/", "unknown_model", "provider/model"],
    ["/x", "unknown_model", "provider/model"],
    ["../../etc/x", "unknown_model", "provider/model"],
  ])("%s without what it needs says what that is", async (id, code, words) => {
    await expect(openModels({ env: {} }).open(id)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });

  it("says which package is missing for another provider", async () => {
    const model = await openModels({ env: {} }).open("mistral/mistral-large");
    await expect(answered(model)).rejects.toMatchObject({
      code: "unknown_model",
      message: expect.stringContaining("npm install @ai-sdk/mistral"),
    });
  });

  it("prepares a model without a request, and leaves what is wrong to its first answer", async () => {
    const fetch = () => expect.unreachable("sent a request");
    const models = openModels({ env: { OPENAI_API_KEY: KEY }, fetch });
    await (await models.open("openai/gpt-6-sol")).prepare?.();
    const missing = await models.open("mistral/mistral-large");
    await missing.prepare?.();
    await expect(answered(missing)).rejects.toMatchObject({ code: "unknown_model" });
  });

  it("takes another provider from its installed package", async () => {
    await using folder = await temporaryFolder();
    const home = join(folder.path, "node_modules", "@ai-sdk", "acme");
    await mkdir(home, { recursive: true });
    await writeFile(
      join(home, "package.json"),
      JSON.stringify({
        name: "@ai-sdk/acme",
        version: "1.0.0",
        type: "module",
        exports: { ".": { import: "./index.js" } },
      }),
    );
    await writeFile(join(home, "index.js"), ACME);
    const model = await openModels({ env: {}, packagesFolder: folder.path }).open("acme/large");
    const events = await answered(model);
    expect(textOf(events)).toBe("I am large");
    expect(finishOf(events)).toMatchObject({ reason: "stop", usage: { input: 3, output: 4 } });
    expect(model.cost({ input: 3, output: 4 })).toBeUndefined();
  });
});

describe("where a provider is looked for", () => {
  it.each([
    ["anthropic/claude-sonnet-5", "ANTHROPIC", "", "/v1/messages"],
    ["anthropic/claude-sonnet-5", "ANTHROPIC", "/", "/v1/messages"],
    ["anthropic/claude-sonnet-5", "ANTHROPIC", "/v1", "/v1/messages"],
    ["google/gemini-3.8-flash", "GEMINI", "", "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse"],
    ["google/gemini-3.8-flash", "GEMINI", "/v1beta/", "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse"],
    ["google/gemini-3.8-flash", "GEMINI", "/v1alpha", "/v1alpha/models/gemini-3.8-flash:streamGenerateContent?alt=sse"],
    ["openai/gpt-6-sol", "OPENAI", "/v1", "/v1/responses"],
    // As its own tools do: what is said is the base.
    ["openai/gpt-6-sol", "OPENAI", "", "/responses"],
    ["openai-compatible/x", "OPENAI_COMPATIBLE", "/v1/", "/v1/chat/completions"],
    ["ollama/qwen3", "OLLAMA", "/v1", "/v1/chat/completions"],
    ["lmstudio/x", "LMSTUDIO", "/v1", "/v1/chat/completions"],
    ["vllm/x", "VLLM", "/v1", "/v1/chat/completions"],
    ["llamacpp/x", "LLAMACPP", "/v1", "/v1/chat/completions"],
    ["openrouter/acme/large", "OPENROUTER", "/v1", "/v1/chat/completions"],
  ])("%s with a base URL that ends in %s%s", async (id, prefix, path, url) => {
    await using server = await startModelServer({ script: [[text("ok")]] });
    const variable = prefix === "GEMINI" ? "GOOGLE_GEMINI_BASE_URL" : `${prefix}_BASE_URL`;
    const env = { [variable]: server.url + path, [`${prefix}_API_KEY`]: KEY };
    await answered(await openModels({ env }).open(id));
    expect(server.requests[0]?.url).toBe(url);
    expect(server.requests[0]?.model).toBe(id.slice(id.indexOf("/") + 1));
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(KEY);
  });

  it("never sends a key to a server that it was not set for", async () => {
    await using server = await startModelServer({ script: () => [text("ok")] });
    const env = {
      OPENAI_API_KEY: KEY,
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OLLAMA_BASE_URL: `${server.url}/v1`,
    };
    const models = openModels({ env });
    for (const id of ["openai-compatible/x", "ollama/x"]) await answered(await models.open(id));
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain(KEY);
  });

  it("uses the fetch that it is given", async () => {
    const asked: string[] = [];
    const fetch = async (input: unknown) => {
      asked.push(String(input));
      return new Response("{}", { status: 401 });
    };
    const model = await openModels({ env: { ANTHROPIC_API_KEY: KEY }, fetch }).open("anthropic/claude-sonnet-5");
    await expect(answered(model)).rejects.toMatchObject({ code: "unauthorized" });
    expect(asked).toEqual(["https://api.anthropic.com/v1/messages"]);
  });
});

describe("a store of keys", () => {
  it("is asked after the environment, and makes its provider one that is set up", async () => {
    await using folder = await temporaryFolder();
    const keys = fileKeyStore({ folder: join(folder.path, "tenon") });
    expect(openModels({ env: {}, keys }).defaultId).toBe("rehearsal");
    await keys.set("openai", KEY);
    await keys.set("google", "other");
    expect(openModels({ env: {}, keys }).defaultId).toBe("openai/gpt-6-sol");
    expect(fileKeyStore({ folder: join(folder.path, "tenon") }).providers).toEqual(["openai", "google"]);
    await keys.set("openai", undefined);
    expect(keys.get("openai")).toBeUndefined();
    expect(keys.get("google")).toBe("other");
  });

  it.skipIf(process.platform === "win32")("can be read by its owner alone, and is not read otherwise", async () => {
    await using folder = await temporaryFolder();
    const keys = fileKeyStore({ folder: folder.path });
    await keys.set("openai", KEY);
    const file = join(folder.path, "keys.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(join(folder.path, "other.json"), "{}");
    await rm(file);
    await writeFile(file, JSON.stringify({ openai: KEY }), { mode: 0o644 });
    expect(() => keys.get("openai")).toThrow(/chmod 600/);
  });

  it("says which file is damaged, and not what is in it", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "keys.json"), `{"openai": "${KEY}`, { mode: 0o600 });
    const keys = fileKeyStore({ folder: folder.path });
    expect(() => keys.get("openai")).toThrow("keys.json is not a JSON object of keys.");
  });
});

const ACME = `
export function createAcme() {
  return {
    languageModel: (name) => ({
      specificationVersion: "v4", provider: "acme", modelId: name, supportedUrls: {},
      async doStream() {
        const tokens = (total) => ({ total });
        return { stream: ReadableStream.from([
          { type: "stream-start", warnings: [] },
          { type: "text-delta", id: "0", delta: "I am " + name },
          { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: { inputTokens: tokens(3), outputTokens: tokens(4) } },
        ]) };
      },
    }),
  };
}
`;

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-models-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

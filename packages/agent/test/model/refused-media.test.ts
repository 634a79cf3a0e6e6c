import { failure, type ModelRequest, text } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import type { Message, MessagePart, ModelEvent } from "../../src/model/model.ts";
import { answered, failureOf, PDF, PNG, request, stage, textOf } from "./support.ts";

/** Each has the signature of its format and nothing a decoder could read behind it. */
const BROKEN = Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1").toString("base64");
const ALSO_BROKEN = Buffer.from("\x89PNG\r\n\x1a\nbroken too", "latin1").toString("base64");

const CLAUDE = "anthropic/claude-sonnet-5";

const WORDINGS = [
  ["anthropic/claude-sonnet-5", "Could not process image"],
  ["anthropic/claude-sonnet-5", "messages.0.content.2.image.source.base64.data: The image appears to be corrupt"],
  ["openai/gpt-6-sol", "You uploaded an unsupported image. Please make sure your image is valid."],
  ["openai/gpt-6-sol", "The image data you provided does not represent a valid image."],
  ["google/gemini-3.8-flash", "Unable to process input image. Please retry or report."],
  ["google/gemini-3.8-flash", "Request contains an invalid argument."],
  ["openai-compatible/qwen2.5-vl", "cannot identify image file"],
  ["openai-compatible/some-model", "Bad request"],
] as const;

function image(data: string, mimeType = "image/png"): MessagePart {
  return { type: "image", data, mimeType };
}

function pictures(...data: readonly string[]): readonly Message[] {
  return [{ role: "user", parts: [{ type: "text", text: "Look:" }, ...data.map((each) => image(each))] }];
}

function refusedIn(events: readonly ModelEvent[]) {
  return events.filter((event) => event.type === "media-refused");
}

/** A provider that refuses requests holding any of these bytes, in these words. */
function refusing(message: string, ...broken: readonly string[]) {
  return ({ rawBody }: ModelRequest) =>
    broken.some((data) => rawBody.includes(data)) ? failure("invalid-request", { message }) : [text("seen")];
}

describe("an image that a provider refuses", () => {
  it.each(WORDINGS)("[H14] is left out alone, and named: %s, “%s”", async (id, message) => {
    await using scene = await stage(id, refusing(message, BROKEN));
    const events = await answered(scene.model, request({ messages: pictures(PNG, BROKEN) }));
    expect(textOf(events)).toBe("seen");
    expect(refusedIn(events)).toMatchObject([{ data: [BROKEN], reason: expect.stringContaining(message) }]);
    expect(scene.server.requests.at(-1)?.rawBody).toContain(PNG);
    expect(scene.server.requests.at(-1)?.rawBody).toContain("left out: the provider refused it");
  });

  it("[H14] is found by its path in the provider's words, without trying the others", async () => {
    const message = "messages.0.content.1.image.source.base64: invalid image";
    await using scene = await stage(CLAUDE, refusing(message, BROKEN));
    const events = await answered(scene.model, request({ messages: pictures(BROKEN, PNG, ALSO_BROKEN) }));
    expect(refusedIn(events)).toMatchObject([{ data: [BROKEN] }]);
    expect(scene.server.requests).toHaveLength(2);
  });

  it("[H14] is found when there are two of them, at the price of the good ones beside them", async () => {
    await using scene = await stage(CLAUDE, refusing("Could not process image", BROKEN, ALSO_BROKEN));
    const events = await answered(scene.model, request({ messages: pictures(BROKEN, PNG, ALSO_BROKEN) }));
    expect(textOf(events)).toBe("seen");
    expect(refusedIn(events)).toMatchObject([{ data: expect.arrayContaining([BROKEN, ALSO_BROKEN]) }]);
  });

  it("[H14] is looked for among the new ones first: those that were answered before are good", async () => {
    await using scene = await stage(CLAUDE, refusing("Could not process image", BROKEN, ALSO_BROKEN));
    const session = {};
    const before = pictures(PNG);
    await answered(scene.model, request({ messages: before, session }));
    const messages = [...before, { role: "assistant", parts: [{ type: "text", text: "a dot" }] } as const];
    const events = await answered(
      scene.model,
      request({ messages: [...messages, ...pictures(ALSO_BROKEN, BROKEN)], session }),
    );
    expect(refusedIn(events)).toMatchObject([{ data: [BROKEN, ALSO_BROKEN] }]);
    expect(scene.server.requests.at(-1)?.rawBody).toContain(PNG);
  });

  it("[H14] is not blamed for a refusal that has another cause: the first words of the provider are reported", async () => {
    const refuse = failure("invalid-request", { message: "temperature must be below 2" });
    await using scene = await stage(CLAUDE, () => refuse);
    const { error, heard } = await failureOf(scene.model, request({ messages: pictures(PNG) }));
    expect(error.message).toContain("temperature must be below 2");
    expect(refusedIn(heard)).toEqual([]);
    expect(scene.server.requests.length).toBeLessThanOrEqual(3);
  });

  it("[H14] costs a bounded number of requests, however many there are", async () => {
    await using scene = await stage(CLAUDE, () => failure("invalid-request", { message: "Could not process image" }));
    const many = Array.from({ length: 30 }, (_, index) => Buffer.from(`\x89PNG\r\n\x1a\n${index}`, "latin1"));
    const messages = pictures(...many.map((bytes) => bytes.toString("base64")));
    await failureOf(scene.model, request({ messages }));
    expect(scene.server.requests.length).toBeLessThanOrEqual(8);
  });

  it("[H15] blinds neither the same session nor another one", async () => {
    await using scene = await stage(CLAUDE, refusing("Unsupported image: image_url is invalid", BROKEN));
    const session = {};
    await answered(scene.model, request({ messages: pictures(BROKEN), session }));
    for (const next of [session, {}]) {
      await answered(scene.model, request({ messages: pictures(PNG), session: next }));
      expect(scene.server.requests.at(-1)?.rawBody).toContain(PNG);
    }
  });

  it("[H14] may be a PDF as well", async () => {
    await using scene = await stage(CLAUDE, refusing("The PDF specified was not valid.", PDF));
    const parts = [{ type: "document" as const, data: PDF, mimeType: "application/pdf" }];
    const events = await answered(scene.model, request({ messages: [{ role: "user", parts }] }));
    expect(refusedIn(events)).toMatchObject([{ data: [PDF] }]);
  });
});

describe("a model that turns out not to take images", () => {
  it("[H13] [H15] gets descriptions in that session alone, and the user one notice", async () => {
    const message = "This model does not support image input.";
    await using scene = await stage("openai/gpt-7", refusing(message, PNG));
    const session = {};
    const asked = request({ messages: pictures(PNG), session });
    const left = (events: readonly ModelEvent[]) => events.filter((event) => event.type === "media-left-out");
    expect(left(await answered(scene.model, asked))).toMatchObject([{ kind: "image" }]);
    expect(left(await answered(scene.model, asked))).toEqual([]);
    expect(scene.server.requests).toHaveLength(3);
    await answered(scene.model, request({ messages: pictures(PNG), session: {} }));
    expect(scene.server.requests[3]?.rawBody).toContain(PNG);
  });

  it.each(["openai/gpt-7", "openai-compatible/anything", "openai-compatible/acme/large"])(
    "[H13] is shown them until it refuses them: %s",
    async (id) => {
      await using scene = await stage(id, [[text("seen")]]);
      await answered(scene.model, request({ messages: pictures(PNG) }));
      expect(scene.model.accepts.image).toBe(true);
      expect(scene.server.requests[0]?.rawBody).toContain(PNG);
    },
  );
});

describe("bytes that are no image", () => {
  it.each([
    ["words", Buffer.from("<html>not found</html>").toString("base64"), "image/png"],
    ["what is not base64", "not base64 at all!", "image/png"],
    ["nothing", "", "image/jpeg"],
  ])("[H14] never reach the provider: %s", async (_what, data, mimeType) => {
    await using scene = await stage(CLAUDE, [[text("ok")]]);
    const parts = [{ type: "text" as const, text: "Look:" }, image(data, mimeType)];
    const events = await answered(scene.model, request({ messages: [{ role: "user", parts }] }));
    expect(scene.server.requests[0]?.rawBody).toContain("left out: its bytes are not a readable image");
    expect(scene.server.requests[0]?.rawBody).not.toContain('"type":"base64"');
    expect(events).toContainEqual(expect.objectContaining({ type: "media-left-out", kind: "image" }));
  });

  it.each([
    ["named as another format", PNG, "image/jpeg"],
    ["with the prefix of a data URL", `data:image/png;base64,${PNG}`, "image/png"],
    ["broken into lines", PNG.replaceAll(/.{20}/g, "$&\n"), "image/png"],
  ])("[H14] are not those that can be put right: an image %s", async (_what, data, mimeType) => {
    await using scene = await stage(CLAUDE, [[text("ok")]]);
    await answered(scene.model, request({ messages: [{ role: "user", parts: [image(data, mimeType)] }] }));
    const source = { type: "base64", media_type: "image/png", data: PNG };
    expect(JSON.stringify(scene.server.requests[0]?.body)).toContain(JSON.stringify(source));
  });
});

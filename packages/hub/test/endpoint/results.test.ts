import { readFile, stat } from "node:fs/promises";

import { defined } from "@tenon/basis";
import { startHttpServer } from "@tenon/testkit/mcp";
import type { Taker } from "@tenon/hub/endpoint";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { openTestEndpoint, TAKER, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const text = { type: "text", text: "Hello" };
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const audio = { type: "audio", data: "UklGRg==", mimeType: "audio/wav" };
const resource = { type: "resource", resource: { uri: "note:///a", text: "A note" } };
const blob = { type: "resource", resource: { uri: "file:///a.pdf", blob: "JVBERg==", mimeType: "application/pdf" } };
const link = { type: "resource_link", uri: "https://example.com/a", name: "a" };

describe("a result", () => {
  it("reaches an agent that takes everything as the server sent it", async () => {
    const content = [text, image, audio, resource, blob, link];
    const structuredContent = { a: 1 };
    const _meta = { "example.com/trace": "t-1", "io.modelcontextprotocol/related-task": { taskId: "1" } };
    await using one = await open({ content, structuredContent, _meta });
    const result = await one.call();
    expect(result).toMatchObject({ content, structuredContent, _meta: { "example.com/trace": "t-1" } });
    expect(Object.keys(result._meta ?? {})).toEqual(["example.com/trace"]);
  });

  it("[Q-05] [Q-07] has as text and as files what the agent drops", async () => {
    const content = [text, image, audio, resource, blob, link];
    await using one = await open(
      { content, structuredContent: { total: 42 } },
      { drops: ["structuredContent", "image", "audio", "resource", "blob", "resource_link"] },
    );
    const result = await one.call();
    expect(result.structuredContent).toBeUndefined();
    expect((result.content as { type: string }[]).map(({ type }) => type)).toEqual(
      content.map(() => "text").concat("text"),
    );
    const words = textOf(result);
    for (const part of ["Hello", "image/png", "audio/wav", "A note", "application/pdf", "https://example.com/a"]) {
      expect(words).toContain(part);
    }
    expect(words).toContain('{"total":42}');
    const path = /saved in (?<path>\S+\.png)/.exec(words)?.groups?.["path"] ?? "";
    expect((await readFile(path)).toString("base64")).toBe(PIXEL);
    await one.close();
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });

  it("[Q-05] says which files could not be written, as on a full disk, and has everything else", async () => {
    const drops = ["image", "blob"] as const;
    await using one = await open({ content: [text, image, blob] }, { drops }, "/dev/null/results");
    const words = textOf(await one.call());
    expect(words).toContain("Hello");
    expect(words).toMatch(/\[image, image\/png\. It could not be saved \(ENOTDIR/);
    expect(words).toMatch(/application\/pdf, 4 bytes\. It could not be saved \(ENOTDIR/);
  });

  it("[Q-14] says structured content once, where the text has it already", async () => {
    const content = [{ type: "text", text: '{ "total": 42 }' }];
    await using one = await open({ content, structuredContent: { total: 42 } }, { drops: ["structuredContent"] });
    expect((await one.call()).content).toEqual(content);
  });

  it("[Q-05] is never empty", async () => {
    await using one = await open({ content: [], structuredContent: { total: 42 } });
    expect(textOf(await one.call())).toBe('{"total":42}');
    await using silent = await open({ content: [] });
    expect(textOf(await silent.call())).not.toBe("");
  });

  it("[Q-06] with a block of an unknown kind costs neither the others nor the call", async () => {
    await using one = await open({ content: [text, { type: "hologram", data: 7 }, { type: "image" }] });
    const result = await one.call();
    expect(result.content).toHaveLength(3);
    expect(textOf(result)).toContain("hologram");
  });

  it("[Q-01] that is an error stays one", async () => {
    await using one = await open({ content: [text], isError: true });
    expect(await one.call()).toMatchObject({ content: [text], isError: true });
  });

  it("[P73] keeps pictures beside text that is cut, and leaves out structured content that is as long", async () => {
    const long = { rows: Array.from({ length: 2_000 }, (_, row) => ({ row })) };
    const content = [{ type: "text", text: JSON.stringify(long) }, image];
    await using one = await open({ content, structuredContent: long }, { resultCharacters: 5_000 });
    const result = await one.call();
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toMatchObject([{ type: "text" }, image]);
    expect(textOf(result).trimEnd().length).toBeLessThanOrEqual(5_000);
  });

  it("of several megabytes is read to its end, and an old handle says that it is gone", async () => {
    const size = 3_000_000;
    await using one = await open(
      { content: [{ type: "text", text: "x".repeat(size) }] },
      { resultCharacters: 100_000 },
    );
    const first = textOf(await one.call());
    const handle = /handle "(?<handle>[^"]+)"/.exec(first)?.groups?.["handle"];
    const end = textOf(await one.read({ handle, offset: size - 10 }));
    expect(end).toContain(`\n[Characters ${size - 10} to ${size} of ${size}. This is the end.]`);
    for (const offset of [-5, 1e12, "x"]) expect((await one.read({ handle, offset })).isError).toBeUndefined();
    expect((await one.read({ handle: "result-none" })).isError).toBe(true);
  });
});

async function open(result: Record<string, unknown>, taker: Partial<Taker> = {}, resultsFolder?: string) {
  const server = await startHttpServer({ tools: [{ name: "give", call: [{ type: "result", result }] }] });
  const options = { taker: { ...TAKER, ...taker }, ...defined({ resultsFolder }) };
  const endpoint = await openTestEndpoint([httpSpec("s", server)], { endpoint: options });
  const client = await endpoint.join({ door: "stream", revision: "2025-11-25" });
  const close = async () => {
    await endpoint.close();
    await server.close();
  };
  return {
    call: () => client.callTool({ name: "s__give", arguments: {} }),
    read: (args: Record<string, unknown>) => client.callTool({ name: "read_result", arguments: args }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";

import { boundResult, type ToolResult } from "../../src/call/result/bound-result.ts";
import { keptInMemory } from "./kept-in-memory.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const text = (text: string) => ({ type: "text", text }) as const;
const image = { type: "image", data: Buffer.alloc(5_000, 7).toString("base64"), mimeType: "image/png" } as const;
const audio = { type: "audio", data: Buffer.alloc(5_000, 8).toString("base64"), mimeType: "audio/wav" } as const;

async function bound(result: ToolResult, characters = 10_000) {
  const { keep, kept } = keptInMemory();
  return { ...(await boundResult(result, { characters, keep })), kept };
}

describe("[Q-15] content and structuredContent", () => {
  const structuredContent = { count: 2, names: ["a", "b"] };
  const json = JSON.stringify(structuredContent);
  const shapes: readonly (readonly [string, ToolResult, readonly string[]])[] = [
    ["content alone is read", { content: [text("two")] }, ["two"]],
    ["[Q-05] structured content alone is read as JSON", { content: [], structuredContent }, [json]],
    [
      "[Q-14] structured content that is also the content is read once",
      { content: [text(json)], structuredContent },
      [json],
    ],
    ["[Q-09] content is read, not what is structured besides", { content: [text("two")], structuredContent }, ["two"]],
    ["[Q-05] content may be missing", { structuredContent }, [json]],
    ["content that is blank is none", { content: [text(" \n")], structuredContent }, [json]],
    ["what is structured need not be an object", { content: [], structuredContent: null }, ["null"]],
    ["[Q-09] a picture is content, too", { content: [image], structuredContent }, []],
  ];
  for (const isError of [false, true]) {
    for (const [name, result, words] of shapes) {
      it(`[P75] ${name}${isError ? " of an error" : ""}`, async () => {
        const { parts, ...rest } = await bound({ ...result, isError });
        expect(parts.flatMap((part) => ("text" in part ? [part.text] : []))).toEqual(words);
        expect(rest).toEqual({ isError, kept: [] });
      });
    }
  }

  it("a tool without content gets a sentence in its place, so that no provider gets an empty result", async () => {
    for (const content of [undefined, null, [], [text("")]]) {
      expect(await bound({ content })).toMatchObject({
        parts: [text("(The tool returned no content.)")],
        isError: false,
      });
      const failed = await bound({ content, isError: true });
      expect(failed).toMatchObject({ parts: [text("(The tool failed without a message.)")], isError: true });
    }
  });

  it("[Q-01] [Q-13] whether it is an error is not guessed from words", async () => {
    expect(await bound({ content: [text("Error: no such file")] })).toMatchObject({ isError: false });
  });

  it("what the SDK calls a result is one, and stays as it is", async () => {
    const result: CallToolResult = { content: [text("x".repeat(50_000)), image], structuredContent };
    const before = structuredClone(result);
    await bound(result);
    expect(result).toEqual(before);
  });
});

describe("[Q-06] [P76] every kind of block", () => {
  it("[Q-03] [P74] pictures and sound are passed on whole, whatever the limit, and not as words", async () => {
    const { parts, kept } = await bound({ content: [image, text("x".repeat(5_000)), audio] }, 500);
    expect(parts[0]).toEqual(image);
    expect(parts.at(-1)).toEqual(audio);
    expect(JSON.stringify(parts.slice(1, -1)).length).toBeLessThan(600);
    expect(kept).toHaveLength(1);
  });

  it("[Q-07] a resource with text is text, under its address", async () => {
    const resource = { uri: "file:///a.txt", mimeType: "text/plain", text: "hello" };
    expect(await bound({ content: [{ type: "resource", resource }] })).toMatchObject({
      parts: [text("[file:///a.txt]\nhello")],
    });
  });

  it("[Q-07] a resource with a blob is saved, and the model gets where, what and how much", async () => {
    const blob = Buffer.from("%PDF-1.7").toString("base64");
    const resource = { uri: "mail://1/report", mimeType: "application/pdf", blob };
    const { parts, kept } = await bound({ content: [{ type: "resource", resource }] });
    expect(parts).toEqual([
      {
        type: "file",
        text: "[mail://1/report] application/pdf, 8 bytes, saved in /kept/1.pdf",
        path: "/kept/1.pdf",
        bytes: 8,
        mimeType: "application/pdf",
        uri: "mail://1/report",
      },
    ]);
    expect(kept).toEqual([{ base64: blob, extension: "pdf" }]);
  });

  it("a file ends as its type or its address says, and in no other way", async () => {
    const extensions = [
      [{ uri: "x:a", mimeType: "image/png; q=1" }, "png"],
      [{ uri: "file:///a/b.tar.zst" }, "zst"],
      [{ uri: "file:///a.b/c", mimeType: "constructor" }, "bin"],
      [{ uri: "file:///a./../../etc/passwd" }, "bin"],
    ] as const;
    for (const [resource, extension] of extensions) {
      const { kept } = await bound({ content: [{ type: "resource", resource: { ...resource, blob: "AAAA" } }] });
      expect(kept).toEqual([{ base64: "AAAA", extension }]);
    }
  });

  it("[Q-07] a link keeps name, address, type and size", async () => {
    const link = {
      type: "resource_link",
      uri: "db://rows",
      name: "rows",
      mimeType: "text/csv",
      size: 12,
      description: "All.",
    };
    expect((await bound({ content: [link] })).parts).toEqual([
      {
        type: "link",
        text: 'Resource "rows" at db://rows (text/csv, 12 bytes): All.',
        uri: "db://rows",
        mimeType: "text/csv",
      },
    ]);
    expect((await bound({ content: [{ type: "resource_link", uri: "db://rows" }] })).parts).toEqual([
      { type: "link", text: "Resource at db://rows", uri: "db://rows" },
    ]);
  });

  it("an unknown block is read as JSON, and base64 in it goes to a file", async () => {
    const video = { type: "video", seconds: 5, data: Buffer.alloc(3_000, 1).toString("base64") };
    const { parts, kept } = await bound({ content: [{ type: "rating", stars: 5 }, video] });
    expect(parts).toEqual([
      text('{"type":"rating","stars":5}'),
      text(
        '{"type":"video","seconds":5,"data":"(base64, 4000 characters, left out)"}\n(All of it is in /kept/1.json.)',
      ),
    ]);
    expect(kept).toEqual([{ texts: [JSON.stringify(video)], extension: "json" }]);
  });

  it("base64 in structured content does not become words either", async () => {
    const structuredContent = { picture: `data:image/png;base64,${image.data}`, words: "word ".repeat(200) };
    const { parts } = await bound({ structuredContent });
    expect(JSON.stringify(parts)).not.toContain(image.data.slice(0, 100));
    expect(JSON.stringify(parts)).toContain(structuredContent.words);
  });

  it("a block that is broken is read as JSON", async () => {
    const broken = [
      { type: "text" },
      { type: "image", data: 5 },
      { type: "resource" },
      { type: "resource", resource: { uri: "a:b" } },
      { type: "resource_link", uri: 5 },
      {},
      5,
      "words",
    ];
    const { parts } = await bound({ content: [...broken, null, undefined] });
    expect(parts).toEqual([...broken.map((block) => text(JSON.stringify(block))), text("null"), text("null")]);
  });

  it("what has no JSON, from a function of the program, is reported", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const structuredContent of [circle, { big: 5n }]) {
      const { parts } = await bound({ structuredContent });
      expect(parts).toEqual([text(expect.stringMatching(/^\(This cannot be written as JSON: /))]);
    }
  });
});

describe("[Q-02] [P73] text that is too long", () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join("\n");

  it("is cut at lines, and says how much is missing and where all of it is", async () => {
    const { parts, kept } = await bound({ content: [text(lines)] }, 200);
    expect(parts).toMatchInlineSnapshot(`
      [
        {
          "text": "line 0
      line 1
      line 2
      line 3
      line 4
      line 5
      line 6
      line 7
      line 8
      [8764 of 8889 characters omitted here. All of it is in /kept/1.txt.]
      line 993
      line 994
      line 995
      line 996
      line 997
      line 998
      line 999",
          "type": "text",
        },
      ]
    `);
    expect(kept).toEqual([{ texts: [lines], extension: "txt" }]);
  });

  it("is not touched when it just fits", async () => {
    const { parts, kept } = await bound({ content: [text(lines)] }, lines.length);
    expect([parts, kept]).toEqual([[text(lines)], []]);
  });

  it("over several blocks keeps the first and the last, and every picture in its place", async () => {
    const content = [text("first"), text("a".repeat(900)), image, text("b".repeat(900)), audio, text("last")];
    const { parts, kept } = await bound({ content }, 300);
    expect(parts.map((part) => ("text" in part ? part.text : part.type))).toEqual([
      "first",
      expect.stringMatching(/^a+\n\[\d+ of 1809 characters omitted here\. All of it is in \/kept\/1\.txt\.\]$/),
      "image",
      expect.stringMatching(/^b+$/),
      "audio",
      "last",
    ]);
    expect(kept).toEqual([{ texts: ["first", "a".repeat(900), "b".repeat(900), "last"], extension: "txt" }]);
  });

  it("[Q-05] may be structured content, or ten thousand links", async () => {
    const structured = await bound(
      { structuredContent: { rows: Array.from({ length: 5_000 }, (_, row) => ({ row })) } },
      400,
    );
    expect(wordsOf(structured).length).toBeLessThanOrEqual(400);
    const link = { type: "resource_link", uri: "db://rows", name: "rows" };
    const links = await bound({ content: Array.from({ length: 10_000 }, () => link) }, 400);
    expect(wordsOf(links).length).toBeLessThanOrEqual(400);
    expect(links.parts[0]).toMatchObject({ type: "link", uri: "db://rows" });
  });

  it("is only a sentence where there is room for no more", async () => {
    expect((await bound({ content: [text("x".repeat(1_000))] }, 10)).parts).toEqual([
      text("[1000 of 1000 characters omitted here. All of it is in /kept/1.txt.]"),
    ]);
  });

  it("that cannot be saved is still cut, and the model gets why there is no file", async () => {
    const full = () => Promise.reject(new Error("no space left on device"));
    const resource = { uri: "a:b", blob: "AAAA" };
    const content = [text("x".repeat(1_000)), { type: "resource", resource }];
    const result = await boundResult({ content }, { characters: 400, keep: full });
    expect(wordsOf(result)).toMatch(/characters omitted here\. It could not be saved \(no space left on device\)\./);
    expect(result.parts.at(-1)).toEqual(
      text("[a:b] Binary data, 3 bytes. It could not be saved (no space left on device)."),
    );
  });
});

function wordsOf({ parts }: { readonly parts: readonly object[] }): string {
  return parts.map((part) => ("text" in part ? String(part.text) : "")).join("");
}

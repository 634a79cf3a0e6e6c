import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { attachmentBlock, attachmentNote, readAttachments } from "../../src/commands/run/input/attachments.ts";
import { readPrompt } from "../../src/commands/run/input/read-prompt.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tenon-prompt-"));
  await writeFile(join(folder, "task.md"), "Do it.\n");
  await writeFile(join(folder, "notes 1.txt"), "notes");
  await writeFile(join(folder, "dot.png"), new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]));
  await writeFile(join(folder, "program"), new Uint8Array([0, 1, 2, 255]));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the prompt", () => {
  it.each([
    [["fix", "it"], undefined, "ignored", "fix it"],
    [[], undefined, "from a pipe", "from a pipe"],
    [["Review this:", "-"], undefined, "+1 -1", "Review this:\n\n+1 -1"],
    [["First."], "task.md", "ignored", "First.\n\nDo it.\n"],
    [[], "task.md", "ignored", "Do it.\n"],
  ])("of %j, the file %s and standard input %j is %j", async (words, file, piped, prompt) => {
    const given = { words, ...(file !== undefined && { file: join(folder, file) }) };
    await expect(readPrompt(given, input(piped))).resolves.toBe(prompt);
  });

  it("standard input that never ends is not read when there are words", async () => {
    const endless = new Readable({ read() {} });
    await expect(readPrompt({ words: ["fix it"] }, endless)).resolves.toBe("fix it");
    expect(endless.readableFlowing).toBeNull();
  });

  it.each([
    [{ words: [] }, input(""), "The prompt is empty"],
    [{ words: [] }, Object.assign(input("typed"), { isTTY: true }), "The prompt is empty"],
    [{ words: [], file: "/nonexistent/prompt" }, input(""), "cannot read"],
    [{ words: ["-"] }, input(Buffer.from([0xff, 0xfe])), "is not UTF-8"],
  ])("%j is a mistake that is explained", async (given, stdin, words) => {
    await expect(readPrompt(given, stdin)).rejects.toThrow(words);
  });
});

describe("attachments", () => {
  it("[X-01] go as what they are where the agent takes that", async () => {
    const takes = { image: true, embeddedContext: true };
    const blocks = (await read("dot.png", "notes 1.txt", "program")).map((one) => attachmentBlock(one, takes));
    expect(blocks).toMatchObject([
      { type: "image", mimeType: "image/png", data: "iVBORwA=" },
      { type: "resource", resource: { mimeType: "text/plain", text: "notes" } },
      { type: "resource", resource: { blob: "AAEC/w==" } },
    ]);
    expect(blocks[1]).toMatchObject({ resource: { uri: expect.stringMatching(/^file:\/\/\/.*\/notes%201\.txt$/) } });
  });

  it("[X-05] go as links where it does not", async () => {
    const blocks = (await read("dot.png", "notes 1.txt", "program", ".")).map((one) => attachmentBlock(one, {}));
    expect(blocks.map(({ type }) => type)).toEqual([
      "resource_link",
      "resource_link",
      "resource_link",
      "resource_link",
    ]);
    expect(blocks[0]).toMatchObject({ name: "dot.png", mimeType: "image/png", size: 5 });
  });

  it("are not changed in silence: warns if the agent does not accept images", async () => {
    const [image, notes] = await read("dot.png", "notes 1.txt");
    if (!image || !notes) throw new Error("It was not read");
    expect(attachmentNote(image, { image: true })).toBeUndefined();
    expect(attachmentNote(image, {})).toBe("The agent does not accept images; dot.png is sent as a link.");
    expect(attachmentNote(image, { embeddedContext: true })).toMatch(/is sent as an embedded file/);
    expect(attachmentNote(notes, {})).toBeUndefined();
    expect(attachmentNote({ path: "/a.png", uri: "file:///a.png", size: 2 ** 30 }, { image: true })).toMatch(/a link/);
  });

  it("a file that is not there is a mistake that is explained", async () => {
    await expect(read("nothing")).rejects.toThrow(/--attach: cannot read .*nothing/);
  });
});

function read(...names: readonly string[]) {
  return readAttachments(names.map((name) => join(folder, name)));
}

function input(content: string | Buffer) {
  return Readable.from([Buffer.from(content)]);
}

import { chmod, readFile, stat, symlink } from "node:fs/promises";

import { calls, neverAnswer } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { plainEditor, tidyEditor, writeOnlyEditor } from "../support/editors.ts";
import { tellingClock } from "../support/telling-clock.ts";
import { run, testWorkspace, textOf } from "../support/test-workspace.ts";

const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le");

const workspaces = [
  { name: "without an editor", editor: undefined },
  { name: "with an editor that shows plain endings", editor: tidyEditor },
  { name: "with an editor that shows files as they are", editor: plainEditor },
  { name: "with an editor that only writes", editor: writeOnlyEditor },
] as const;

describe.each(workspaces)("changing files $name", ({ editor }) => {
  const open = () => testWorkspace(editor ? { editor: editor() } : {});

  it("[L-02] shows an edit as a diff of the whole file before it is made, and makes exactly that", async () => {
    await using project = await open();
    const path = await project.put("src/a.ts", "one\ntwo\nthree\n");
    await project.call("read_file", { path: "src/a.ts" });
    const edits = [{ old_text: "two", new_text: "2" }];
    const prepared = await project.prepare("edit_file", { path: "src/a.ts", edits });
    expect(prepared).toMatchObject({
      title: "Edit src/a.ts",
      kind: "edit",
      content: [{ type: "diff", path, oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" }],
      locations: [{ path, line: 2 }],
      subjects: [{ type: "path", access: "write", path, roots: [project.root] }],
    });
    expect(await project.bytes("src/a.ts")).toEqual(Buffer.from("one\ntwo\nthree\n"));
    const outcome = await run(prepared);
    expect(outcome).toMatchObject({ isError: false });
    // A completion with other content would replace the diff.
    expect(outcome.content).toBeUndefined();
    expect(await project.bytes("src/a.ts")).toEqual(Buffer.from("one\n2\nthree\n"));
  });

  it("[L-01] edits several lines of a file with CRLF, and keeps what was not edited", async () => {
    await using project = await open();
    const path = await project.put("a.txt", "one\r\ntwo\r\nthree\rstill three\r\nlast");
    expect(await project.call("read_file", { path: "a.txt" })).toContain("one\ntwo\nthree\rstill three\nlast");
    const edits = [{ old_text: "one\ntwo", new_text: "ONE\nnew $& line\n$1" }];
    const prepared = await project.prepare("edit_file", { path: "a.txt", edits });
    expect(prepared.content).toEqual([
      {
        type: "diff",
        path,
        oldText: "one\ntwo\nthree\rstill three\nlast",
        newText: "ONE\nnew $& line\n$1\nthree\rstill three\nlast",
      },
    ]);
    await run(prepared);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("ONE\r\nnew $& line\r\n$1\r\nthree\rstill three\r\nlast"));
  });

  it("[L-05] shows what an overwritten file was, and null only for a new one", async () => {
    await using project = await open();
    const created = await project.prepare("write_file", { path: "new/folder/a.txt", content: "one\n" });
    const path = `${project.root}/new/folder/a.txt`;
    expect(created).toMatchObject({
      title: "Write new/folder/a.txt",
      content: [{ type: "diff", path, oldText: null, newText: "one\n" }],
      locations: [{ path, line: 1 }],
    });
    expect(textOf(await run(created))).toBe("Created new/folder/a.txt.");
    // What the model wrote itself it has seen.
    const replaced = await project.prepare("write_file", { path: "new/folder/a.txt", content: "one\ntwo\n" });
    expect(replaced.content).toEqual([{ type: "diff", path, oldText: "one\n", newText: "one\ntwo\n" }]);
    expect(replaced.locations).toEqual([{ path, line: 2 }]);
    await run(replaced);
    expect(await project.bytes("new/folder/a.txt")).toEqual(Buffer.from("one\ntwo\n"));
  });

  it("refuses to change a file that was never read, or was changed since", async () => {
    await using project = await open();
    await project.put("a.txt", "one\n");
    const edits = [{ old_text: "one", new_text: "1" }];
    const edit = () => project.prepare("edit_file", { path: "a.txt", edits });
    const write = () => project.prepare("write_file", { path: "a.txt", content: "1\n" });
    await expect(edit()).rejects.toThrow(/Read it with read_file/);
    await expect(write()).rejects.toThrow(/Read it with read_file/);

    await project.call("read_file", { path: "a.txt" });
    await project.put("a.txt", "one\nmine\n");
    await expect(edit()).rejects.toThrow(/was changed since you read it/);
    await expect(write()).rejects.toThrow(/was changed since you read it/);

    await project.call("read_file", { path: "a.txt" });
    const [prepared, written] = [await edit(), await write()];
    await project.put("a.txt", "one\nmine again\n");
    await expect(run(prepared)).rejects.toThrow(/was changed since/);
    await expect(run(written)).rejects.toThrow(/has changed since it was read/);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("one\nmine again\n"));
  });

  it("makes several edits of one file in one answer, whichever runs first", async () => {
    await using project = await open();
    const path = await project.put("a.txt", "one\ntwo\nthree\n");
    await project.call("read_file", { path: "a.txt" });
    const edit = (old_text: string, new_text: string) =>
      project.prepare("edit_file", { path: "a.txt", edits: [{ old_text, new_text }] });
    const [first, second] = [await edit("one", "1"), await edit("three", "3")];
    const outcomes = await Promise.all([run(first), run(second)]);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("1\ntwo\n3\n"));
    // The second one changed another text than it had shown, so it shows what it did.
    expect(outcomes[1].content).toEqual([{ type: "diff", path, oldText: "1\ntwo\nthree\n", newText: "1\ntwo\n3\n" }]);
  });

  it("makes all edits of a call, in order, or none", async () => {
    await using project = await open();
    await project.put("a.txt", "a b a\n");
    await project.call("read_file", { path: "a.txt" });
    const [one, all] = [
      { old_text: "b", new_text: "c" },
      { old_text: "a", new_text: "c", replace_all: true },
    ];
    const missing = { old_text: "not there", new_text: "" };
    await expect(project.call("edit_file", { path: "a.txt", edits: [one, missing] })).rejects.toThrow(/^edits\[1\]: /);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("a b a\n"));
    // Models also write the list as text.
    await project.call("edit_file", { path: "a.txt", edits: JSON.stringify([one, all]) });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("c c c\n"));
  });

  it("keeps the mode of a file, and changes what a link leads to", async () => {
    await using project = await open();
    const file = await project.put("real.sh", "echo one\n");
    await chmod(file, 0o754);
    await symlink("real.sh", `${project.root}/link.sh`);
    await project.call("read_file", { path: "link.sh" });
    const edits = [{ old_text: "one", new_text: "two" }];
    const prepared = await project.prepare("edit_file", { path: "link.sh", edits });
    expect(prepared.locations).toEqual([{ path: file, line: 1 }]);
    await run(prepared);
    expect(await project.bytes("real.sh")).toEqual(Buffer.from("echo two\n"));
    expect((await stat(file)).mode & 0o777).toBe(0o754);
  });

  it("does nothing once it is cancelled", async () => {
    await using project = await open();
    const prepared = await project.prepare("write_file", { path: "a.txt", content: "one\n" });
    await expect(run(prepared, { signal: AbortSignal.abort(new Error("cancelled")) })).rejects.toThrow("cancelled");
    await expect(project.bytes("a.txt")).rejects.toThrow(/ENOENT/);
  });
});

// A client that only writes does not say whether it keeps the mark itself.
describe.each(workspaces.slice(0, 3))("files with a mark $name", ({ editor }) => {
  const open = () => testWorkspace(editor ? { editor: editor() } : {});

  it("[L-01] keeps the byte order mark, and each ending where a file has both kinds", async () => {
    await using project = await open();
    await project.put("a.txt", "\u{feff}one\r\ntwo\nthree\r\n");
    expect(await project.call("read_file", { path: "a.txt" })).not.toContain("\u{feff}");
    await project.call("edit_file", { path: "a.txt", edits: [{ old_text: "one", new_text: "ONE" }] });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("\u{feff}ONE\r\ntwo\nthree\r\n"));
    await project.call("write_file", { path: "a.txt", content: "ONE\ntwo\nthree\nfour\n" });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("\u{feff}ONE\r\ntwo\nthree\r\nfour\r\n"));
  });
});

describe.each(workspaces.slice(0, 2))("files in other encodings $name", ({ editor }) => {
  const open = () => testWorkspace(editor ? { editor: editor() } : {});

  it("[L-03] an edit changes no byte but its own", async () => {
    await using project = await open();
    const cases = [
      [utf16("one\r\ntwo\r\n"), utf16("ONE €\r\ntwo\r\n")],
      [utf16("one\ntwo").swap16(), utf16("ONE €\ntwo").swap16()],
      [Buffer.from("\u{feff}one\n"), Buffer.from("\u{feff}ONE €\n")],
    ] as const;
    for (const [before, after] of cases) {
      await project.put("a.txt", before);
      await project.call("read_file", { path: "a.txt" });
      await project.call("edit_file", { path: "a.txt", edits: [{ old_text: "one", new_text: "ONE €" }] });
      expect(await project.bytes("a.txt")).toEqual(after);
    }
  });

  it("[L-03] an older encoding is kept, and what it does not have is refused", async () => {
    await using project = await open();
    await project.put("a.txt", Buffer.from("café\r\none", "latin1"));
    await project.call("read_file", { path: "a.txt" });
    const edit = (new_text: string) =>
      project.call("edit_file", { path: "a.txt", edits: [{ old_text: "one", new_text }] });
    await expect(edit("€")).rejects.toThrow(/has no character "€"/);
    await edit("naïve");
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("café\r\nnaïve", "latin1"));
  });
});

describe("changing files through the editor", () => {
  it("[R94] [R95] uses each direction only if that very one is offered, with absolute paths", async () => {
    await using project = await testWorkspace({ editor: writeOnlyEditor() });
    const path = await project.put("a.txt", "one\n");
    await project.call("read_file", { path: "a.txt" });
    await project.call("edit_file", { path: "a.txt", edits: [{ old_text: "one", new_text: "1" }] });
    const heard = project.editor.transcript.entries.map(({ text }) => JSON.parse(text));
    expect(heard.filter(({ method }) => method?.startsWith("fs/"))).toEqual([
      expect.objectContaining({
        method: "fs/write_text_file",
        params: { sessionId: "session-1", path, content: "1\n" },
      }),
    ]);
  });

  it("[R96] sees unsaved changes, and edits those", async () => {
    const { answers } = plainEditor();
    let unsaved = "unsaved\r\ntext\r\n";
    await using project = await testWorkspace({
      editor: {
        capabilities: { fs: { readTextFile: true, writeTextFile: true } },
        answers: {
          ...answers,
          "fs/read_text_file": () => ({ content: unsaved }),
          "fs/write_text_file": ({ content }) => {
            unsaved = content;
            return {};
          },
        },
      },
    });
    await project.put("a.txt", "saved\n");
    expect(await project.call("read_file", { path: "a.txt" })).toContain("unsaved\ntext\n");
    await project.call("edit_file", { path: "a.txt", edits: [{ old_text: "text", new_text: "words" }] });
    expect(unsaved).toBe("unsaved\r\nwords\r\n");
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("saved\n"));
  });

  it("[K-09] names files below the folder as the client named it, also where that is a link", async () => {
    await using project = await testWorkspace({
      editor: plainEditor(),
      async cwd(root) {
        await symlink(root, `${root}-link`);
        return `${root}-link`;
      },
    });
    await project.put("a.txt", "one\n");
    const path = `${project.root}-link/a.txt`;
    await project.call("read_file", { path: `${project.root}/a.txt` });
    const edits = [{ old_text: "one", new_text: "1" }];
    const prepared = await project.prepare("edit_file", { path: "a.txt", edits });
    expect(prepared).toMatchObject({ content: [{ path }], locations: [{ path }] });
    await run(prepared);
    const asked = project.editor.transcript.entries.filter(calls("fs/write_text_file"));
    expect(asked.map(({ text }) => JSON.parse(text).params.path)).toEqual([path]);
  });

  it("an editor that refuses is quoted, and the file is as it was", async () => {
    const refuse = () => {
      throw new Error("the disk of the editor is full");
    };
    const { answers, capabilities } = plainEditor();
    await using project = await testWorkspace({
      editor: { capabilities, answers: { ...answers, "fs/write_text_file": refuse } },
    });
    await expect(project.call("write_file", { path: "a.txt", content: "" })).rejects.toThrow(/editor refused/);
  });

  it("an editor that never answers does not hold up a cancel", async () => {
    const { answers, capabilities } = plainEditor();
    const never = () => new Promise(() => {});
    await using project = await testWorkspace({
      editor: { capabilities, answers: { ...answers, "fs/write_text_file": never } },
    });
    const prepared = await project.prepare("write_file", { path: "a.txt", content: "" });
    const turn = new AbortController();
    const running = run(prepared, { signal: turn.signal });
    await project.editor.transcript.when(calls("fs/write_text_file"));
    turn.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
  });

  it("[M53] takes an empty answer for a file that is not on disk as no file: it can be written", async () => {
    const { answers, capabilities } = plainEditor();
    const read = async ({ path }: { readonly path: string }) => ({
      content: await readFile(path, "utf8").catch(() => ""),
    });
    await using project = await testWorkspace({
      editor: { capabilities, answers: { ...answers, "fs/read_text_file": read } },
    });
    const prepared = await project.prepare("write_file", { path: "new.txt", content: "one\n" });
    expect(prepared.content).toMatchObject([{ type: "diff", newText: "one\n" }]);
    expect(textOf(await run(prepared))).toBe("Created new.txt.");
    await expect(project.call("read_file", { path: "missing.txt" })).rejects.toThrow(/missing\.txt/);
    // One that is there and empty is a file all the same.
    await project.put("empty.txt", "");
    await expect(project.call("write_file", { path: "empty.txt", content: "" })).rejects.toThrow(/exists already/);
  });

  it("asks the editor for a file twice to change it: for the diff, and right before it is written", async () => {
    await using project = await testWorkspace({ editor: plainEditor() });
    await project.put("a.txt", "one\n");
    await project.call("read_file", { path: "a.txt" });
    const reads = () => project.editor.transcript.entries.filter(calls("fs/read_text_file")).length;
    const before = reads();
    await project.call("edit_file", { path: "a.txt", edits: [{ old_text: "one", new_text: "1" }] });
    expect(reads() - before).toBe(2);
    await project.call("write_file", { path: "a.txt", content: "two\n" });
    expect(reads() - before).toBe(4);
  });

  it("notices what was typed while the user was asked, and does not write over it", async () => {
    await using project = await testWorkspace({ editor: plainEditor() });
    await project.put("a.txt", "one\n");
    await project.call("read_file", { path: "a.txt" });
    const prepared = await project.prepare("write_file", { path: "a.txt", content: "two\n" });
    await project.put("a.txt", "typed\n");
    await expect(run(prepared)).rejects.toThrow(/has changed since it was read/);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("typed\n"));
  });

  it("goes by the disk when an editor turns out not to have the methods that it promised, and asks once", async () => {
    const { capabilities } = plainEditor();
    await using project = await testWorkspace({ editor: { capabilities, answers: {} } });
    await project.put("a.txt", "one\n");
    await project.call("read_file", { path: "a.txt" });
    for (const content of ["two\n", "three\n"]) await project.call("write_file", { path: "a.txt", content });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("three\n"));
    for (const method of ["fs/read_text_file", "fs/write_text_file"] as const) {
      expect(project.editor.transcript.entries.filter(calls(method))).toHaveLength(1);
    }
  });

  it.each([
    ["read_file", "fs/read_text_file", 30_000],
    ["write_file", "fs/write_text_file", 600_000],
  ] as const)("%s fails with a message when the editor never answers %s", async (tool, method, ms) => {
    const clock = tellingClock();
    const { answers, capabilities } = plainEditor();
    const never = neverAnswer;
    const editor = { capabilities, answers: { ...answers, [method]: never } };
    await using project = await testWorkspace({ editor, clock });
    await project.put("a.txt", "one\n");
    const path = tool === "read_file" ? "a.txt" : "new.txt";
    const failed = project.call(tool, { path, ...(tool === "write_file" && { content: "x" }) }).catch(String);
    await clock.untilAsked(ms);
    await project.editor.transcript.when(calls(method));
    await clock.advance(ms);
    expect(await failed).toContain(`The editor did not answer ${method} within ${ms / 1000} seconds.`);
    await project.editor.transcript.when(({ text }) => text.includes("$/cancel_request"));
  });
});

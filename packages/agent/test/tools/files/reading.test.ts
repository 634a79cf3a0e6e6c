import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { promisify } from "node:util";

import { decide, defaultRules } from "@tenon/policy";
import { answerFiles } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { plainEditor, tidyEditor } from "../support/editors.ts";
import { run, testWorkspace } from "../support/test-workspace.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const workspaces = [
  { name: "without an editor", editor: undefined },
  { name: "with an editor that shows plain endings", editor: tidyEditor },
  { name: "with an editor that shows files as they are", editor: plainEditor },
] as const;

describe.each(workspaces)("reading files $name", ({ editor }) => {
  const open = () => testWorkspace(editor ? { editor: editor() } : {});

  it("gives the text as it is to be edited, and says which lines it is", async () => {
    await using project = await open();
    const path = await project.put("src/a.ts", "one\ntwo\nthree");
    const prepared = await project.prepare("read_file", { path: "src/a.ts", start_line: 2, line_count: 1 });
    expect(prepared).toMatchObject({
      title: "Read src/a.ts",
      kind: "read",
      locations: [{ path, line: 2 }],
      subjects: [{ type: "path", access: "read", path, asked: path, roots: [project.root] }],
    });
    expect((await run(prepared)).parts).toEqual([
      { type: "text", text: "src/a.ts, lines 2 to 2 of 3; continue with start_line 3\ntwo\n" },
    ]);
    expect(await project.call("read_file", { path })).toBe(
      "src/a.ts, 3 lines; no newline at end of file\none\ntwo\nthree",
    );
    await project.put("empty.txt", "");
    expect(await project.call("read_file", { path: "empty.txt" })).toBe("empty.txt, which is empty\n");
  });

  it("[L-04] takes numbers as text, and lines beyond the end for none", async () => {
    await using project = await open();
    await project.put("a.txt", "one\n");
    expect(await project.call("read_file", { path: "a.txt", start_line: "9" })).toContain("which has only 1 line");
    expect(await project.call("read_file", { path: "a.txt", line_count: 1_000_000 })).toBe("a.txt, 1 line\none\n");
    await expect(project.prepare("read_file", { path: "a.txt", start_line: 0 })).rejects.toThrow(/start_line/);
    await expect(project.prepare("read_file", {})).rejects.toThrow("path is missing; it should be a string.");
  });

  it("gives a long file in parts that can be put together again", async () => {
    await using project = await open();
    const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${"x".repeat(index % 100)}\n`).join("");
    await project.put("long.txt", text);
    let all = "";
    for (let start: string | undefined = "1"; start;) {
      const part = await project.call("read_file", { path: "long.txt", start_line: start });
      expect(part.length).toBeLessThan(70_000);
      const [heading = ""] = part.split("\n", 1);
      all += part.slice(heading.length + 1);
      start = /start_line (\d+)/.exec(heading)?.[1];
    }
    expect(all).toBe(text);
  });

  it("cuts a line that is too long to show, and says so", async () => {
    await using project = await open();
    await project.put("min.js", `${"x".repeat(200_000)}\nend\n`);
    const part = await project.call("read_file", { path: "min.js" });
    expect(part.length).toBeLessThan(70_000);
    expect(part).toMatch(/^min\.js, lines 1 to 1 of 2; line 1 is truncated; continue with start_line 2\n/);
  });

  it("[X-06] shows pictures to the model and the client, and refuses other things that are not text", async () => {
    await using project = await open();
    await project.put("logo.bin", PNG);
    await project.put("program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]));
    const data = PNG.toString("base64");
    const outcome = await run(await project.prepare("read_file", { path: "logo.bin" }));
    expect(outcome.parts[1]).toEqual({ type: "image", data, mimeType: "image/png" });
    expect(outcome.content).toEqual([{ type: "content", content: { type: "image", data, mimeType: "image/png" } }]);
    await expect(project.call("read_file", { path: "program" })).rejects.toThrow("program is not a text file");
    await expect(
      project.call("edit_file", { path: "program", edits: [{ old_text: "a", new_text: "" }] }),
    ).rejects.toThrow("program is not a text file");
    await mkdir(`${project.root}/folder`);
    await expect(project.call("read_file", { path: "folder" })).rejects.toThrow("is a folder. Use list_folder.");
  });

  it("[Q-07] gives a PDF to the model as it is, such as one that a server's tool has answered with", async () => {
    await using project = await open();
    const pdf = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
    await project.put("report", pdf);
    const outcome = await run(await project.prepare("read_file", { path: "report" }));
    const mimeType = "application/pdf";
    expect(outcome.parts).toEqual([
      { type: "text", text: "report, application/pdf, 15 bytes" },
      { type: "document", data: pdf.toString("base64"), mimeType },
    ]);
  });

  it("names what may have been meant by a file that is not there", async () => {
    await using project = await open();
    await project.put("src/components/Button.tsx", "");
    await project.put("src/index.ts", "");
    const read = (path: string) => project.call("read_file", { path });
    await expect(read("src/indx.ts")).rejects.toThrow("No such file: src/indx.ts. Did you mean src/index.ts?");
    await expect(read("button.tsx")).rejects.toThrow("Did you mean src/components/Button.tsx?");
    await expect(read("something/else.md")).rejects.toThrow("Use find_files to look for it.");
    const edits = [{ old_text: "a", new_text: "b" }];
    await expect(project.prepare("edit_file", { path: "src/Index.ts", edits })).rejects.toThrow(/src\/index\.ts\?/);
  });

  it("[K-12] does not wait for a pipe", async () => {
    await using project = await open();
    await promisify(execFile)("mkfifo", [`${project.root}/pipe`]);
    await expect(project.call("read_file", { path: "pipe" })).rejects.toThrow(/not a regular file/);
  });

  it("refuses a file that is too large", async () => {
    await using project = await open();
    await project.put("large.log", Buffer.alloc(17 * 1024 * 1024, "line\n"));
    await expect(project.call("read_file", { path: "large.log" })).rejects.toThrow(/the limit is 16777216/);
  });

  it("[K-03] [K-09] asks the policy about the file that is really meant", async () => {
    await using project = await open();
    const { root, outside } = project;
    await project.put("inside.txt", "inside");
    await project.put("folder/deep/x.txt", "");
    await symlink(outside, `${root}/link`);
    await symlink(`${outside}/not-yet.txt`, `${root}/dangling`);
    await symlink("folder/deep", `${root}/alias`);
    const effectOf = async (path: string) => {
      const { subjects } = await project.prepare("read_file", { path });
      return subjects.map((subject) => decide(subject, [defaultRules]).effect);
    };
    const inside = ["inside.txt", `${root}/inside.txt`, "alias/../../inside.txt", `file://${root}/inside.txt`];
    for (const path of inside) expect([path, await effectOf(path)]).toEqual([path, ["allow"]]);
    const beyond = ["link/secret.txt", "../outside/secret.txt", "dangling", `${root}-evil/a`, "/etc/passwd"];
    for (const path of beyond) expect([path, await effectOf(path)]).toEqual([path, ["deny"]]);
    // From where the link leads, not from where it is.
    await expect(effectOf("alias/../inside.txt")).resolves.toEqual(["allow"]);
    expect((await project.prepare("read_file", { path: "alias/../inside.txt" })).locations).toEqual([
      { path: `${root}/folder/inside.txt`, line: 1 },
    ]);
    await expect(effectOf("")).rejects.toThrow("The path is empty.");
    await expect(effectOf("a\0b")).rejects.toThrow(/zero byte/);
  });
});

describe("reading files through the editor", () => {
  const capabilities = { fs: { readTextFile: true, writeTextFile: true } };

  it("[R96] reads what is only in the editor", async () => {
    const files = new Map<string, string>();
    await using project = await testWorkspace({ editor: { capabilities, answers: answerFiles(files) } });
    files.set(`${project.root}/untitled.txt`, "not saved yet\n");
    expect(await project.call("read_file", { path: "untitled.txt" })).toBe("untitled.txt, 1 line\nnot saved yet\n");
  });

  it("[R98] [L-04] reads from the disk what the editor has not noticed yet, in whatever words it says so", async () => {
    await using project = await testWorkspace({ editor: { capabilities, answers: answerFiles(new Map()) } });
    await project.put("just-made.txt", "made by a command\n");
    expect(await project.call("read_file", { path: "just-made.txt" })).toContain("made by a command");
  });

  it("does not ask the editor about files outside the session's folders", async () => {
    await using project = await testWorkspace({ editor: plainEditor() });
    expect(await project.call("read_file", { path: "../outside/secret.txt" })).toContain("secret");
    expect(project.editor.transcript.entries).toEqual([]);
  });

  it("another failure of the editor is reported, not worked around", async () => {
    const answers = {
      "fs/read_text_file": () => {
        throw new Error("private file");
      },
    };
    await using project = await testWorkspace({ editor: { capabilities, answers } });
    await project.put("a.txt", "one\n");
    await expect(project.call("read_file", { path: "a.txt" })).rejects.toThrow(/The editor refused/);
  });
});

import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

import { answerFiles } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { findRipgrep } from "../../../src/tools/files/search/ripgrep.ts";
import { toRustPattern } from "../../../src/tools/files/search/ripgrep.ts";
import { run, testWorkspace, type TestWorkspace } from "../support/test-workspace.ts";

const ripgrep = await findRipgrep(process.env, []);

const withRipgrep = ripgrep ? "with ripgrep" : "with ripgrep (not run: there is no rg on the PATH of this machine)";

describe("searching text by ourselves", () => {
  askEverything({ PATH: "" });
});

describe.skipIf(!ripgrep)(`searching text ${withRipgrep}`, () => {
  askEverything({ PATH: process.env["PATH"] });
});

/** The same questions for both, so that results do not depend on what is installed. */
function askEverything(env: Readonly<Record<string, string | undefined>>): void {
  const open = () => testWorkspace({ env });

  it("groups matching lines by file, in the order of a walk, with places for the client", async () => {
    await using project = await open();
    await project.put("b.txt", "foo\nbar\nfoo bar\n");
    await project.put("a/c.txt", "a foo");
    await project.put("a-b/c.txt", "no\nFoo\nfoo");
    await project.put("a/b/d.txt", "nothing");
    const prepared = await project.prepare("search_text", { pattern: "fo+" });
    expect(prepared).toMatchObject({
      title: "Search for fo+",
      kind: "search",
      locations: [{ path: project.root }],
      subjects: [{ type: "path", access: "read", path: project.root }],
    });
    const { parts, locations } = await run(prepared);
    expect(parts).toEqual([
      { type: "text", text: "b.txt\n1: foo\n3: foo bar\n\na/c.txt\n1: a foo\n\na-b/c.txt\n3: foo\n" },
    ]);
    expect(locations).toEqual([
      { path: `${project.root}/b.txt`, line: 1 },
      { path: `${project.root}/a/c.txt`, line: 1 },
      { path: `${project.root}/a-b/c.txt`, line: 3 },
    ]);
    expect(await project.call("search_text", { pattern: "not there" })).toBe("No matches.");
  });

  it("can be kept to a folder, a file or a pattern of files, with lines around", async () => {
    await using project = await open();
    await project.put("src/a.ts", "1\n2\n3 x\n4\n5\n6\n7\n8 x\n9 x\n");
    await project.put("src/a.js", "x\n");
    await project.put("x.ts", "x\n");
    const search = (args: object) => project.call("search_text", { pattern: "x", ...args });
    expect(await search({ path: "src", files: "*.ts", context_lines: 1 })).toBe(
      "src/a.ts\n2- 2\n3: 3 x\n4- 4\n…\n7- 7\n8: 8 x\n9: 9 x\n",
    );
    expect(await search({ path: "src/a.js" })).toBe("src/a.js\n1: x\n");
    expect(await search({ files: "src/*.{js,css}" })).toBe("src/a.js\n1: x\n");
    await expect(search({ path: "nowhere" })).rejects.toThrow("No such file or folder: nowhere.");
  });

  it("takes a text as it stands, also one that looks like an option or an expression", async () => {
    await using project = await open();
    await project.put("a.txt", "--files\n-e a.b\naxb\n$HOME (x)\nÄPFEL\n");
    const found = (pattern: string, more = {}) => project.call("search_text", { pattern, literal: true, ...more });
    expect(await found("--files")).toBe("a.txt\n1: --files\n");
    expect(await found("-e a")).toBe("a.txt\n2: -e a.b\n");
    expect(await found("a.b")).toBe("a.txt\n2: -e a.b\n");
    expect(await found("$HOME (")).toBe("a.txt\n4: $HOME (x)\n");
    expect(await found("äpfel", { ignore_case: true })).toBe("a.txt\n5: ÄPFEL\n");
    expect(await found("äpfel")).toBe("No matches.");
  });

  it("means the same by an expression", async () => {
    await using project = await open();
    const text = 'éfoo1\nfoo\nfoo_bar\n12\n١٢\na-b\ntab\there\nfunction f() {\n  \nx\u{a0}y\n"q"\n';
    await project.put("a.txt", text);
    await project.put("crlf.txt", "end\r\nEnd\r\n");
    const cases: readonly (readonly [pattern: string, lines: readonly number[]])[] = [
      [String.raw`\bfoo\b`, [2]],
      [String.raw`\bfoo`, [1, 2, 3]],
      [String.raw`^\d+$`, [4]],
      [String.raw`^\w+$`, [2, 3, 4]],
      [String.raw`\Wfoo`, [1]],
      [String.raw`[^\w]foo`, [1]],
      [String.raw`^[a-c-]+$`, [6]],
      [String.raw`\t`, [7]],
      [String.raw`function \w+\(\) {`, [8]],
      [String.raw`^\s+$`, [9]],
      [String.raw`x\sy`, [10]],
      [String.raw`\"q\"`, [11]],
      [String.raw`foo(?!_)`, [1, 2]],
      [String.raw`(?<=é)foo`, [1]],
      [String.raw`(o)\1`, [1, 2, 3]],
      [String.raw`\p{L}foo`, [1]],
      [String.raw`^.foo.$`, [1]],
      [String.raw`(?i)FOO_`, [3]],
      [String.raw`o{2}_|a-b`, [3, 6]],
      [String.raw`[[]`, []],
      ["^$", []],
    ];
    for (const [pattern, lines] of cases) {
      const found = await project.call("search_text", { pattern, path: "", files: "a.txt" });
      const numbers = Array.from(found.matchAll(/^(\d+):/gm), ([, line]) => Number(line));
      expect({ pattern, lines: numbers }).toEqual({ pattern, lines });
    }
    expect(await project.call("search_text", { pattern: "end$", ignore_case: true, files: "crlf.txt" })).toBe(
      "crlf.txt\n1: end\n2: End\n",
    );
  });

  it("leaves out what is hidden, ignored or not text, unless asked for the first two", async () => {
    await using project = await open();
    await fillProject(project);
    expect(await project.call("search_text", { pattern: "needle" })).toBe(
      "keep.log\n1: needle\n\nsrc/a.js\n1: needle\n\nsrc/nested/b.js\n1: needle\n",
    );
    const all = await project.call("search_text", { pattern: "needle", include_ignored: true });
    expect(all.match(/^\S+$/gm)?.join(" ")).toBe(
      ".hidden keep.log old.log build/a.js node_modules/x/a.js src/a.js src/nested/b.js src/nested/c.tmp",
    );
    // Rules of the folders above hold too.
    expect(await project.call("search_text", { pattern: "needle", path: "src/nested" })).toBe(
      "src/nested/b.js\n1: needle\n",
    );
  });

  it("reads rules also where there is no repository", async () => {
    await using project = await open();
    await project.put("../.gitignore", "*.txt\n");
    await project.put(".gitignore", "ignored\n");
    await project.put("ignored", "needle\n");
    await project.put("a.txt", "needle\n");
    expect(await project.call("search_text", { pattern: "needle" })).toBe("a.txt\n1: needle\n");
  });

  it("[K-03] does not follow links", async () => {
    await using project = await open();
    await symlink(project.outside, `${project.root}/link`);
    await symlink(`${project.outside}/secret.txt`, `${project.root}/secret`);
    expect(await project.call("search_text", { pattern: "secret", include_ignored: true })).toBe("No matches.");
  });

  it("does not show files that may not be read without asking, unless one is named", async () => {
    await using project = await open();
    await project.put(".env", "TOKEN=1234\n");
    await project.put("a.txt", "TOKEN\n");
    const search = (args: object) => project.call("search_text", { pattern: "TOKEN", include_ignored: true, ...args });
    expect(await search({})).toBe("a.txt\n1: TOKEN\n");
    // The policy is asked about that very file.
    expect(await search({ path: ".env" })).toBe(".env\n1: TOKEN=1234\n");
  });

  it("shows the files of a folder outside the session's that the user has allowed, but not of secrets in it", async () => {
    await using project = await open();
    await project.put("../outside/.ssh/key", "secret key\n");
    await project.put("../outside/.env", "secret=1\n");
    const path = project.outside;
    expect(await project.call("search_text", { pattern: "secret", path, include_ignored: true })).toBe(
      `${path}/secret.txt\n1: secret\n`,
    );
  });

  it("[L-03] reads other encodings, and both kinds of line ending", async () => {
    await using project = await open();
    await project.put("utf16.txt", Buffer.from("\u{feff}first\r\nneedle €\r\n", "utf16le"));
    await project.put("latin.txt", Buffer.from("caf\u{e9} needle\r\n", "latin1"));
    await project.put("mark.txt", "\u{feff}needle\n");
    expect(await project.call("search_text", { pattern: "^needle|needle$" })).toBe(
      "latin.txt\n1: café needle\n\nmark.txt\n1: needle\n\nutf16.txt\n2: needle €\n",
    );
  });

  it("[W-03] shows no more than a model can use, and says that there is more", async () => {
    await using project = await open();
    await project.put("many.txt", "match\n".repeat(1_000));
    await project.put("z.txt", "match\n");
    const many = await project.call("search_text", { pattern: "match" });
    expect(many.match(/^\d+:/gm)).toHaveLength(250);
    expect(many).toMatch(/\(There are more matches\..*\)$/);
    expect(many).not.toContain("z.txt");
    await project.put("many.txt", `${"x".repeat(10_000)} needle ${"😀".repeat(5_000)}\n`.repeat(300));
    const long = await project.call("search_text", { pattern: "needle" });
    expect(long.length).toBeLessThan(60_000);
    expect(long.split("\n", 2)[1]).toMatch(/^1: …x{70,} needle 😀{90,}…$/u);
  });

  it("gives up on an expression that would never end, and everything else goes on", async () => {
    await using project = await open();
    await project.put("a.txt", `${"a".repeat(60)}!\n`);
    const searching = project.call("search_text", { pattern: "^(a+)+$|b(?=c)" });
    await expect(searching).rejects.toThrow("The pattern takes too long in a.txt.");
    expect(await project.call("search_text", { pattern: "a!" })).toContain("a.txt");
  });

  it("says so if the file that is named cannot be searched", async () => {
    await using project = await open();
    await project.put("program", Buffer.from("needle\0\n"));
    const searching = project.call("search_text", { pattern: "needle", path: "program" });
    await expect(searching).rejects.toThrow("program is not a text file");
  });

  it("refuses what is no expression", async () => {
    await using project = await open();
    await expect(project.prepare("search_text", { pattern: "(" })).rejects.toThrow(/Set literal/);
    await expect(project.prepare("search_text", { pattern: "" })).rejects.toThrow("pattern is empty.");
    await expect(project.prepare("search_text", { pattern: "a\nb" })).rejects.toThrow("one at a time");
  });

  it("stops when it is cancelled", async () => {
    await using project = await open();
    await project.put("a.txt", "needle\n");
    const prepared = await project.prepare("search_text", { pattern: "needle" });
    await expect(run(prepared, { signal: AbortSignal.abort(new Error("cancelled")) })).rejects.toThrow("cancelled");
  });
}

async function fillProject(project: TestWorkspace): Promise<void> {
  const files = "keep.log old.log build/a.js node_modules/x/a.js .hidden src/a.js src/nested/b.js src/nested/c.tmp";
  for (const path of files.split(" ")) await project.put(path, "needle\n");
  await project.put(".git/needle", "needle\n");
  await project.put(".gitignore", "build/\n*.log\n!keep.log\n/src/nested/*.tmp\n");
  await project.put("src/program", Buffer.from("needle\0\n"));
  await project.put("src/late-zero.txt", Buffer.concat([Buffer.alloc(9_000, "x\n"), Buffer.from("\0")]));
}

describe("searching text in an editor", () => {
  it("[R96] sees the unsaved changes of a file that is named", async () => {
    const files = new Map<string, string>();
    const capabilities = { fs: { readTextFile: true } };
    await using project = await testWorkspace({ editor: { capabilities, answers: answerFiles(files) } });
    files.set(await project.put("a.txt", "saved\n"), "not saved\n");
    expect(await project.call("search_text", { pattern: "not", path: "a.txt" })).toBe("a.txt\n1: not saved\n");
  });

  it("[R96] in a folder sees the unsaved changes of files that were read in this session, and not what they replace", async () => {
    const files = new Map<string, string>();
    const capabilities = { fs: { readTextFile: true } };
    await using project = await testWorkspace({ editor: { capabilities, answers: answerFiles(files) } });
    const search = (args: object) => project.call("search_text", { pattern: "saved", ...args });
    files.set(await project.put("src/a.txt", "saved here\n"), "not saved\n");
    files.set(await project.put("src/same.txt", "saved\n"), "saved\n");
    files.set(await project.put("b.txt", "saved too\n"), "nothing of it\n");
    for (const path of ["src/a.txt", "src/same.txt"]) await project.call("read_file", { path });
    expect(await search({})).toBe("src/a.txt\n1: not saved\n\nb.txt\n1: saved too\n\nsrc/same.txt\n1: saved\n");
    await project.call("read_file", { path: "b.txt" });
    expect(await search({ path: "src", files: "a.*" })).toBe("src/a.txt\n1: not saved\n");
    expect(await search({ files: "b.txt" })).toBe("No matches.");
  });
});

describe("ripgrep", () => {
  it("[K-18] is never one from the session's folders, nor from a relative PATH", async () => {
    await using project = await testWorkspace();
    const program = await project.put("bin/rg", "#!/bin/sh\n");
    await chmod(program, 0o755);
    const PATH = ["bin", join(project.root, "bin")].join(delimiter);
    expect(await findRipgrep({ PATH }, [project.root])).toBeUndefined();
    expect(await findRipgrep({ PATH }, [project.outside])).toBe(program);
  });

  it("only narrows down where to look: its word is checked, and without it the search is made all the same", async () => {
    await using project = await testWorkspace();
    await project.put("a.txt", "needle\n");
    await project.put("b.txt", "needle\n");
    await project.put("c.txt", "nothing\n");
    const bin = join(project.outside, "bin");
    await mkdir(bin);
    const standIn = async (script: string) => {
      await writeFile(join(bin, "rg"), `#!/bin/sh\nprintf '%s\\n' "$@" >"${project.outside}/asked"\n${script}\n`);
      await chmod(join(bin, "rg"), 0o755);
    };
    await using searching = await testWorkspace({
      env: { PATH: [bin, process.env["PATH"]].join(delimiter) },
      cwd: async () => project.root,
    });
    const search = () => searching.call("search_text", { pattern: "-needle|needle" });

    await standIn(`printf './c.txt\\0./b.txt\\0'; exit 0`);
    expect(await search()).toBe("b.txt\n1: needle\n");
    const asked = (await readFile(join(project.outside, "asked"), "utf8")).trimEnd().split("\n");
    expect(asked.slice(-3)).toEqual(["--", "-needle|needle", "./"]);

    await standIn("exit 1");
    expect(await search()).toBe("No matches.");
    for (const failure of ["echo 'regex parse error'; exit 2", "kill -9 $$", `printf './b.txt\\0'; exit 2`]) {
      await standIn(failure);
      expect(await search()).toBe("a.txt\n1: needle\n\nb.txt\n1: needle\n");
    }
  });

  it("is asked only what both mean in the same way", () => {
    expect(toRustPattern(String.raw`\bfoo\w{2,}[a-z_.-](?:x|y)*\.$`)).toBe(
      String.raw`(?-u:\b)foo(?-u:\w){2,}[a-z_.-](?:x|y)*\.$`,
    );
    expect(toRustPattern("if (x) {")).toBe(String.raw`if (x) \{`);
    const others = ["(?=x)", "(?<name>x)", String.raw`(x)\1`, String.raw`[^\w]`, "[a&&b]", String.raw`\u0041`];
    expect(others.filter((pattern) => toRustPattern(pattern) !== undefined)).toEqual([]);
  });
});

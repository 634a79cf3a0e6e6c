import { execFile } from "node:child_process";
import { symlink, utimes } from "node:fs/promises";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { compileGlob } from "../../../src/tools/files/walk/glob.ts";
import { testWorkspace } from "../support/test-workspace.ts";

const git = await promisify(execFile)("git", ["--version"]).then(
  () => true,
  () => false,
);

describe("patterns of paths", () => {
  const cases: readonly (readonly [pattern: string, fits: readonly string[], doesNot: readonly string[]])[] = [
    ["*.ts", ["a.ts", "src/a.ts", "src/.ts"], ["a.tsx", "ts"]],
    ["src/*.ts", ["src/a.ts"], ["a.ts", "src/b/a.ts", "other/src/a.ts"]],
    ["src/**", ["src/a", "src/b/c"], ["a"]],
    ["**/test/*.js", ["test/a.js", "a/b/test/a.js"], ["test/a/b.js"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/bb", "b"]],
    ["./src/?.c", ["src/a.c"], ["src/ab.c"]],
    ["*.{ts,tsx}", ["a.ts", "b/a.tsx"], ["a.js"]],
    ["{src,test}/**/*.{c,h}", ["src/a.c", "test/x/a.h"], ["doc/a.c"]],
    ["[a-c]?.txt", ["ax.txt", "c1.txt"], ["dx.txt", "a.txt"]],
    ["[!a-c].txt", ["d.txt"], ["a.txt"]],
    ["[]x].txt", ["].txt", "x.txt"], ["a.txt"]],
    ["a[b.txt", ["a[b.txt"], ["ab.txt"]],
    [String.raw`\*.txt`, ["*.txt"], ["a.txt"]],
    ["ümläut?.md", ["ümläut😀.md"], ["umlaut1.md"]],
    ["*", ["a", "b/c"], []],
  ];
  it.each(cases)("%s", (pattern, fits, doesNot) => {
    const test = compileGlob(pattern);
    expect(fits.filter((path) => !test(path.split("/")))).toEqual([]);
    expect(doesNot.filter((path) => test(path.split("/")))).toEqual([]);
  });

  it("do little work, however they are written", () => {
    const test = compileGlob("*a".repeat(50));
    expect(test([`${"a".repeat(5_000)}b`])).toBe(false);
    expect(compileGlob("{a,b}".repeat(40))(["ab"])).toBe(false);
  });
});

describe("find_files", () => {
  it("finds by pattern, in the order of a walk, seen from the working folder", async () => {
    await using project = await testWorkspace();
    for (const path of ["b.ts", "a/z.ts", "a/b/c.ts", "a.ts", "a-b/c.ts", "a/b.js"]) await project.put(path, "");
    expect(await project.call("find_files", { pattern: "*.ts" })).toBe("a.ts\nb.ts\na/z.ts\na/b/c.ts\na-b/c.ts");
    expect(await project.call("find_files", { pattern: "*.ts", path: "a" })).toBe("a/z.ts\na/b/c.ts");
    expect(await project.call("find_files", { pattern: "*.rs" })).toBe("No file matches *.rs.");
    await expect(project.call("find_files", { pattern: "*", path: "a.ts" })).rejects.toThrow("a.ts is not a folder.");
    await expect(project.call("find_files", { pattern: "*", path: "c" })).rejects.toThrow("No such folder: c.");
  });

  it("leaves out what is hidden or ignored, unless asked, and never looks into .git", async () => {
    await using project = await testWorkspace();
    await project.put(".git/config", "");
    await project.put(".gitignore", "build/\n*.log\n!keep.log\n");
    const kept = ["keep.log", "src/a.js"];
    const others = [".env", "build/a.js", "node_modules/x/a.js", "src/b.log", "src/.hidden/a.js"];
    for (const path of [...kept, ...others]) await project.put(path, "");
    expect(await project.call("find_files", { pattern: "*" })).toBe("keep.log\nsrc/a.js");
    const all = await project.call("find_files", { pattern: "*", include_ignored: true });
    expect(all.split("\n").toSorted()).toEqual([".gitignore", ...kept, ...others].toSorted());
    // What is named is looked into.
    expect(await project.call("find_files", { pattern: "*", path: "build" })).toBe("build/a.js");
  });

  it("[K-03] does not follow links", async () => {
    await using project = await testWorkspace();
    await symlink(project.outside, `${project.root}/link`);
    await symlink(project.root, `${project.root}/again`);
    await project.put("a.txt", "");
    expect(await project.call("find_files", { pattern: "*", include_ignored: true })).toBe("a.txt");
  });

  it("sorts by time if asked", async () => {
    await using project = await testWorkspace();
    for (const [index, name] of ["old", "newest", "newer"].entries()) {
      const time = new Date(2020, [0, 2, 1][index] ?? 0);
      await utimes(await project.put(name, ""), time, time);
    }
    expect(await project.call("find_files", { pattern: "*", newest_first: true })).toBe("newest\nnewer\nold");
  });

  it("[W-03] lists no more than a model can use", async () => {
    await using project = await testWorkspace();
    await Promise.all(Array.from({ length: 600 }, (_, index) => project.put(`${index}.txt`, "")));
    const lines = (await project.call("find_files", { pattern: "*.txt" })).split("\n");
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toBe("(There are more: only the first 500 are listed.)");
  });

  it("stops when it is cancelled", async () => {
    await using project = await testWorkspace();
    const prepared = await project.prepare("find_files", { pattern: "*" });
    const signal = AbortSignal.abort(new Error("cancelled"));
    await expect(prepared.run({ toolCallId: "1", signal, show: async () => {} })).rejects.toThrow("cancelled");
  });

  it.skipIf(!git)("ignores what git ignores", async () => {
    await using project = await testWorkspace();
    const ignore = [
      "# a comment",
      "/top.txt",
      "*.tmp",
      "!important.tmp",
      "logs/**",
      "!logs/kept",
      "docs/*.html",
      "**/deep/secret",
      "a/**/z",
      "folder-only/",
      String.raw`\#sharp`,
      String.raw`\!bang`,
      "trailing   ",
      "[Bb]in",
      "what?.txt",
      "/x/y",
      "*.cache/",
    ];
    await project.put(".gitignore", ignore.join("\n"));
    await project.put("nested/.gitignore", "*.txt\n!/yes.txt\r\n/only-here\n");
    const paths = [
      ..."top.txt in/top.txt a.tmp important.tmp in/important.tmp logs/a logs/kept logs/b/c docs/a.html".split(" "),
      ..."docs/in/a.html deep/secret in/deep/secret/x a/z a/b/z a/b/c/z/q folder-only/x in/folder-only".split(" "),
      ..."#sharp !bang trailing bin/x in/Bin what1.txt what.txt x/y/z in/x/y one.cache/x two.cache".split(" "),
      ..."nested/no.txt nested/yes.txt nested/in/yes.txt nested/only-here nested/in/only-here plain".split(" "),
    ];
    for (const path of paths) await project.put(path, "");
    const inRepository = (...args: string[]) =>
      promisify(execFile)("git", ["-C", project.root, "-c", "core.excludesFile=/dev/null", ...args]);
    await inRepository("init", "-q");
    const { stdout } = await inRepository("ls-files", "-o", "--exclude-standard", "-z");
    const expected = stdout.split("\0").filter((path) => path !== "" && !/(^|\/)\./.test(path));
    const found = await project.call("find_files", { pattern: "*" });
    expect(found.split("\n").toSorted()).toEqual(expected.toSorted());
  });
});

describe("list_folder", () => {
  it("lists names and sizes, hidden files too", async () => {
    await using project = await testWorkspace();
    await project.put("a.txt", "x".repeat(1_500));
    await project.put(".hidden", "");
    await project.put("folder/in/deep.txt", "four");
    await project.put("node_modules/x/index.js", "");
    await symlink("a.txt", `${project.root}/link`);
    expect(await project.call("list_folder", {})).toBe(
      ".hidden  0 bytes\na.txt  1.5 kB\nfolder/\nlink -> a.txt\nnode_modules/",
    );
    expect(await project.call("list_folder", { path: "folder", depth: 2 })).toBe("in/\nin/deep.txt  4 bytes");
    expect(await project.call("list_folder", { depth: 3 })).not.toContain("index.js");
    await expect(project.call("list_folder", { path: "a.txt" })).rejects.toThrow("it is not a folder");
    await expect(project.call("list_folder", { path: "no" })).rejects.toThrow("no such folder");
  });

  it("[W-03] lists no more than a model can use", async () => {
    await using project = await testWorkspace();
    await Promise.all(Array.from({ length: 600 }, (_, index) => project.put(`in/${index}.txt`, "")));
    const lines = (await project.call("list_folder", { depth: 2 })).split("\n");
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toMatch(/There is more/);
  });
});

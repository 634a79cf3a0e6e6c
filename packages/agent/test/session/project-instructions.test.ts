import { describe, expect, it } from "vitest";
import { symlink } from "node:fs/promises";

import { readProjectInstructions } from "../../src/tools/files/project-instructions.ts";
import { testWorkspace } from "../tools/support/test-workspace.ts";

describe("the instructions of a project", () => {
  it("are those of the folder and of the folders above it in its repository, the nearest last", async () => {
    await using project = await testWorkspace();
    await project.put(".git/HEAD", "");
    await project.put("AGENTS.md", "of the repository\n");
    await project.put("app/AGENTS.md", "of the app\n");
    await project.put("../AGENTS.md", "of nobody\n");
    const found = await readProjectInstructions(`${project.root}/app`);
    expect(found.map(({ text }) => text)).toEqual(["of the repository", "of the app"]);
  });

  it("say so when they are cut, at the end of a line", async () => {
    await using project = await testWorkspace();
    await project.put("AGENTS.md", "Use tabs. ä\n".repeat(5_000));
    const [found] = await readProjectInstructions(project.root);
    expect(found?.text).toMatch(
      /Use tabs\. ä\n\n\(Truncated: the file has 65000 bytes, and only the first 32768 are shown\./,
    );
    expect(found?.text).not.toContain("\u{fffd}");
  });

  it("of a folder below come with the first file that is read there, once", async () => {
    await using project = await testWorkspace();
    await project.put("AGENTS.md", "of the root");
    await project.put("lib/AGENTS.md", "of lib");
    await project.put("lib/deep/AGENTS.md", "of deep");
    await project.put("lib/deep/a.txt", "a\n");
    await project.put("lib/b.txt", "b\n");
    const read = (path: string) => project.call("read_file", { path });
    const first = await read("lib/deep/a.txt");
    expect(first).toMatch(
      /^lib\/deep\/a\.txt, 1 line\na\n\nInstructions .*\/lib\/AGENTS\.md:\n\nof lib\n.*\n\nof deep$/,
    );
    expect(first).not.toContain("of the root");
    expect(await read("lib/b.txt")).toBe("lib/b.txt, 1 line\nb\n");
    expect(await read("lib/deep/a.txt")).toBe("lib/deep/a.txt, 1 line\na\n");
  });

  it("[K-03] of a folder below are not followed out of the session's folders, nor sent twice when they are read", async () => {
    await using project = await testWorkspace();
    await project.put("lib/a.txt", "a\n");
    await symlink(`${project.outside}/secret.txt`, `${project.root}/lib/AGENTS.md`);
    await project.put("app/AGENTS.md", "of the app");
    expect(await project.call("read_file", { path: "lib/a.txt" })).not.toContain("secret");
    expect(await project.call("read_file", { path: "app/AGENTS.md" })).toBe(
      "app/AGENTS.md, 1 line; no newline at end of file\nof the app",
    );
  });
});

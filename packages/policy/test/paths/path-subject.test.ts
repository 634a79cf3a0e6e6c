import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Access, decide, defaultRules, pathSubject, type Rule } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

async function effectOf(access: Access, path: string, root: string, ...rules: readonly Rule[]): Promise<string> {
  const question = await pathSubject({ access, path, roots: [root] });
  if ("problem" in question) return question.problem;
  return decide(question.subject, [defaultRules, { name: "user", rules }]).effect;
}

describe.skipIf(process.platform === "win32")("a question about a path", () => {
  it("[K-03] is about where it leads: a link out of the root is outside, a link to the root is inside", async () => {
    await using folder = await temporaryFolder();
    const root = join(folder.path, "ws");
    await mkdir(root);
    await writeFile(join(folder.path, "secret"), "");
    await symlink("../secret", join(root, "link"));
    await symlink(root, join(folder.path, "linked"));
    expect(await effectOf("read", join(root, "new"), root)).toBe("allow");
    expect(await effectOf("write", join(root, "new"), root)).toBe("ask");
    expect(await effectOf("read", join(root, "link"), root)).toBe("deny");
    expect(await effectOf("write", join(root, "link"), root)).toBe("deny");
    expect(await effectOf("read", join(folder.path, "linked", "new"), join(folder.path, "linked"))).toBe("allow");
  });

  it("is met by a rule that forbids the name it was asked by", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "plain"), "");
    await symlink("plain", join(folder.path, "alias"));
    const rule: Rule = { effect: "deny", when: { path: "alias" } };
    expect(await effectOf("read", join(folder.path, "alias"), folder.path, rule)).toBe("deny");
    expect(await effectOf("read", join(folder.path, "plain"), folder.path, rule)).toBe("allow");
  });

  it("cannot be put about a path that means nothing", async () => {
    expect(await effectOf("read", "relative", "/")).toBe("It is not an absolute path.");
  });
});

import { readdir, readFile, rename, rm, symlink } from "node:fs/promises";

import { defaultRules } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import type { AskForConsent } from "../../src/files/require-consent.ts";
import { filesOf, temporaryProject, type TemporaryProject } from "./temporary-project.ts";

const REFUSED = { code: -32_602 };

async function expectUntouched({ outside }: TemporaryProject) {
  expect(await readdir(outside)).toEqual(["secret.txt"]);
  expect(await readFile(`${outside}/secret.txt`, "utf8")).toBe("secret");
}

describe("[K-03] nothing outside the folders of the session is read or written", () => {
  it.each([
    ["by its own path", async () => {}, "/../outside/secret.txt"],
    ["through a link to a file", (root) => symlink("../outside/secret.txt", `${root}/link`), "/link"],
    ["through a link to a folder", (root) => symlink("../outside", `${root}/link`), "/link/secret.txt"],
    ["through a link that leads nowhere yet", (root) => symlink("../outside/new.txt", `${root}/link`), "/link"],
    ["through a link to a link", chainOfLinks, "/second/secret.txt"],
    ["up from where a link leads", (root) => symlink("../outside", `${root}/link`), "/link/../outside/secret.txt"],
    ["in a folder of a similar name", async () => {}, "-evil/a.txt"],
  ] as [string, (root: string) => Promise<void>, string][])("%s", async (_, prepare, path) => {
    await using project = await temporaryProject();
    await prepare(project.root);
    const { read, write } = filesOf(project);
    await expect(read(`${project.root}${path}`)).rejects.toMatchObject(REFUSED);
    await expect(write(`${project.root}${path}`, "evil")).rejects.toMatchObject(REFUSED);
    await expectUntouched(project);
  });

  async function chainOfLinks(root: string): Promise<void> {
    await symlink("../outside", `${root}/first`);
    await symlink("first", `${root}/second`);
  }
});

describe("[K-09] what is inside is reached", () => {
  it("when the folder of the session is itself a link", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "text");
    const alias = `${project.outside}/alias`;
    await symlink(project.root, alias);
    const { read, write } = filesOf({ root: alias, session: { id: "s", cwd: alias, roots: [alias] } });
    expect(await read(`${alias}/a.txt`)).toBe("text");
    await write(`${alias}/a.txt`, "new");
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("new"));
  });

  it("up from where a link leads, as the system does", async () => {
    await using project = await temporaryProject();
    await project.put("deep/er/a.txt", "");
    await project.put("deep/b.txt", "where the link leads");
    await project.put("b.txt", "where the text leads");
    await symlink("deep/er", `${project.root}/link`);
    expect(await filesOf(project).read(`${project.root}/link/../b.txt`)).toBe("where the link leads");
  });

  it("in every folder of the session", async () => {
    await using project = await temporaryProject();
    const { root, outside } = project;
    const { read } = filesOf({ root, session: { id: "s", cwd: root, roots: [root, outside] } });
    expect(await read(`${outside}/secret.txt`)).toBe("secret");
  });
});

describe("[K-12] a link that is put in place after the check leads nowhere", () => {
  it.each(["read", "write"] as const)(
    "when the user is asked before the %s, and the folder is swapped",
    async (act) => {
      await using project = await temporaryProject();
      await project.put("folder/secret.txt", "mine");
      const swap = async () => {
        await rename(`${project.root}/folder`, `${project.root}/moved`);
        await symlink("../outside", `${project.root}/folder`);
      };
      await expectRefused(project, act, "folder/secret.txt", swap);
    },
  );

  it.each(["read", "write"] as const)("when the user is asked before the %s, and the file is swapped", async (act) => {
    await using project = await temporaryProject();
    await project.put("a.txt", "mine");
    const swap = async () => {
      await rm(`${project.root}/a.txt`);
      await symlink("../outside/secret.txt", `${project.root}/a.txt`);
    };
    await expectRefused(project, act, "a.txt", swap);
  });

  it("when the folders above are still to be made", async () => {
    await using project = await temporaryProject();
    await expectRefused(project, "write", "new/folder/a.txt", () => symlink("../outside", `${project.root}/new`));
  });

  async function expectRefused(
    project: TemporaryProject,
    act: "read" | "write",
    path: string,
    swap: () => Promise<unknown>,
  ) {
    const policy = [{ name: "test", rules: [{ effect: "ask" as const, when: { subject: "path" as const } }] }];
    const consent = async () => {
      await swap();
      return true;
    };
    const { read, write } = filesOf(project, { policy, consent });
    await expect(act === "read" ? read(path) : write(path, "evil")).rejects.toMatchObject({ code: expect.any(Number) });
    await expectUntouched(project);
  }
});

describe("a policy", () => {
  const allowOutside = (project: TemporaryProject) => ({
    effect: "allow" as const,
    when: { path: `${project.outside}/**`, access: "read" as const },
  });

  it("may allow more, and less, than the folders of the session", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "text");
    const denied = { effect: "deny" as const, when: { path: "a.txt" }, why: "it is mine" };
    const policy = [defaultRules, { name: "user", rules: [allowOutside(project), denied] }];
    const { read, write } = filesOf(project, { policy });
    expect(await read(`${project.outside}/secret.txt`)).toBe("secret");
    await expect(write(`${project.outside}/secret.txt`, "evil")).rejects.toMatchObject(REFUSED);
    await expect(read("a.txt")).rejects.toThrow(/user policy, rule 2\): it is mine/);
    await expectUntouched(project);
  });

  it("that says to ask is answered by a person, and denied without one", async () => {
    await using project = await temporaryProject();
    const asked: string[] = [];
    const answerWith =
      (answer: boolean): AskForConsent =>
      async ({ subject, decision, session }) => {
        asked.push(`${session.id} ${subject.type} ${decision.effect}`);
        return answer;
      };
    const policy = [defaultRules];
    await filesOf(project, { policy, consent: answerWith(true) }).write("a.txt", "yes");
    for (const options of [{ policy, consent: answerWith(false) }, { policy }]) {
      await expect(filesOf(project, options).write("a.txt", "no")).rejects.toMatchObject(REFUSED);
    }
    expect(asked).toEqual(["session-1 path ask", "session-1 path ask"]);
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("yes"));
  });
});

/** A git repository of a small project with tests, in a folder of its own. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface SampleProject extends Disposable {
  readonly folder: string;
  /** Variables that point the server at it. */
  readonly env: Readonly<Record<string, string>>;
  write(files: Readonly<Record<string, string>>): void;
  /** Commits everything; the full name of the commit. */
  commit(message: string): string;
  git(...args: string[]): string;
}

export const NODE_TESTS = {
  "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } }),
  "cart.js": "export const add = (a, b) => a + b;\nexport const unused = () => {\n  return 1;\n};\n",
  "cart.test.js": `import assert from "node:assert";
import { describe, it } from "node:test";
import { add } from "./cart.js";
describe("cart", () => {
  it("adds", () => assert.equal(add(1, 2), 3));
  it.skip("is <skipped> & quoted", () => {});
});
`,
};

/** Turns the first test of NODE_TESTS red. */
export const BROKEN = { "cart.js": "export const add = (a, b) => a - b;\n" };

export function sampleProject(files: Readonly<Record<string, string>>): SampleProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tenon-delivery-test-")));
  const folder = join(root, "shop");
  mkdirSync(folder);
  const author = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  const env = { PATH: process.env["PATH"], HOME: root, ...author, ...committer };
  const project: SampleProject = {
    folder,
    env: { DELIVERY_FOLDER: folder, DELIVERY_STATE: join(root, "state"), DELIVERY_POLL_MS: "10" },
    write(more) {
      for (const [path, text] of Object.entries(more)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    commit(message) {
      project.git("add", "--all");
      project.git("commit", "--quiet", "--allow-empty", "--message", message);
      return project.git("rev-parse", "HEAD");
    },
    git: (...args) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim(),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
  project.write(files);
  project.git("init", "--quiet", "--initial-branch=main");
  project.commit("Sell things");
  return project;
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { markedProcesses } from "@tenon/testkit";
import { expect, it } from "vitest";

import { pathInProject } from "../src/programs/project-files.ts";
import { readJunit } from "../src/testing/junit.ts";
import { compilers, isReal } from "./compilers.ts";
import { BROKEN, NODE_TESTS, sampleProject } from "./sample-project.ts";
import { openServer, startServer } from "./start-server.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

interface Project {
  readonly files: Record<string, string>;
  /** What has to be installed. */
  readonly program?: string;
  /** The same where compilers are real. */
  readonly compiler?: string;
  readonly failing: string;
  readonly path: string;
}

/** For each runner a project with one test that passes, one that fails, and one that is skipped if `skips`. */
const projects: Record<string, Project> = {
  node: {
    files: {
      ...NODE_TESTS,
      ...BROKEN,
      "ok.test.js": 'import "node:test";\nimport { it } from "node:test";\nit("is fine", () => {});\n',
    },
    failing: "cart > adds",
    path: "ok.test.js",
  },
  vitest: {
    files: {
      "package.json": JSON.stringify({ name: "shop", type: "module", devDependencies: { vitest: "*" } }),
      ".gitignore": "node_modules\n",
      "ok.test.js": 'import { it } from "vitest";\nit("is fine", () => {});\n',
      "cart.test.js":
        'import { describe, expect, it } from "vitest";\ndescribe("cart", () => {\n  it("adds", () => expect(1).toBe(2));\n});\n',
    },
    failing: "cart > adds",
    path: "ok.test.js",
  },
  pytest: {
    program: "pytest",
    files: {
      ".gitignore": "__pycache__\n",
      "test_ok.py": "def test_is_fine():\n    pass\n",
      "test_cart.py": "class TestCart:\n    def test_adds(self):\n        assert 1 == 2\n",
    },
    failing: "test_cart.TestCart > test_adds",
    path: "test_ok.py",
  },
  go: {
    compiler: "go",
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.20\n",
      "cart_test.go": 'package shop\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) { t.Fatal("1 is not 2") }\n',
      "ok/ok_test.go": 'package ok\n\nimport "testing"\n\nfunc TestIsFine(t *testing.T) {}\n',
    },
    failing: "example.com/shop > TestAdds",
    path: "ok",
  },
  cargo: {
    compiler: "cargo",
    files: {
      ".gitignore": "target\nCargo.lock\n",
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": "#[cfg(test)]\nmod cart {\n    #[test]\n    fn adds() {\n        assert_eq!(1, 2);\n    }\n}\n",
      "tests/ok.rs": "#[test]\nfn is_fine() {}\n",
    },
    failing: "cart::adds",
    path: "tests/ok.rs",
  },
};

it.for(Object.entries(projects))(
  "finds %s, returns the failing test with its reason, and runs a part by its path",
  { timeout: 120_000 },
  async ([runner, { files, compiler, program = isReal ? compiler : undefined, failing, path }], { skip }) => {
    if (program !== undefined && !isInstalled(program)) skip(`${program} is not installed`);
    using project = sampleProject(files);
    using compiled = compilers();
    if (runner === "vitest") symlinkSync(modules, join(project.folder, "node_modules"));
    await using server = await openServer({ ...project.env, ...compiled.env });
    const seen: string[] = [];
    const onprogress = ({ message = "" }) => void seen.push(message);
    const { structured } = await server.call("run_tests", { junit: "report.xml" }, { onprogress });
    expect(structured).toMatchObject({ runner, passed: false, junit: "report.xml", recorded: true });
    expect(structured["failures"]).toEqual([
      expect.objectContaining({ name: failing, message: expect.stringMatching(/1|2/) }),
    ]);
    expect(structured["summary"]).toMatch(/^1 failed, 1 passed/);
    expect(seen.length).toBeGreaterThan(0);
    const report = readJunit(readFileSync(join(project.folder, "report.xml"), "utf8"));
    expect(report.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)).toEqual([failing]);
    expect((await server.call("run_tests", { path })).structured).toMatchObject({ passed: true, recorded: false });
  },
);

it.for(["node", "go"])("measures coverage with %s", async (runner, { skip }) => {
  if (runner === "go" && isReal && !isInstalled("go")) skip("go is not installed");
  const go = {
    "go.mod": "module example.com/shop\n\ngo 1.20\n",
    "cart.go": "package shop\n\nfunc Add(a, b int) int { return a + b }\n\nfunc Unused() int { return 1 }\n",
    "cart_test.go": 'package shop\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) { Add(1, 2) }\n',
  };
  using project = sampleProject(runner === "go" ? go : NODE_TESTS);
  using compiled = compilers();
  await using server = await openServer({ ...project.env, ...compiled.env });
  const { structured } = await server.call("run_tests", { coverage: true });
  expect(structured).toMatchObject({ passed: true, recorded: true });
  expect(structured["coverage_percent"]).toBeGreaterThan(0);
  expect(structured["coverage_percent"]).toBeLessThan(100);
});

it("says what went wrong when no test could be run", async () => {
  using project = sampleProject({ ...NODE_TESTS, "cart.test.js": "import './missing.js';\n" });
  await using server = await openServer(project.env);
  const { structured } = await server.call("run_tests");
  expect(structured).toMatchObject({ passed: false });
  expect(JSON.stringify(structured)).toContain("missing.js");
});

it("does not count a run without tests as passed", async () => {
  using project = sampleProject({ "package.json": NODE_TESTS["package.json"] });
  await using server = await openServer(project.env);
  expect((await server.call("run_tests")).structured).toMatchObject({
    passed: false,
    summary: expect.stringContaining("no tests were run"),
  });
});

it("does not record a run that changes the working tree", async () => {
  const test =
    'import { writeFileSync } from "node:fs";\nimport { it } from "node:test";\nit("writes", () => writeFileSync("x", ""));\n';
  using project = sampleProject({ ...NODE_TESTS, "cart.test.js": test });
  await using server = await openServer(project.env);
  expect((await server.call("run_tests")).structured).toMatchObject({
    passed: true,
    recorded: false,
    note: expect.stringContaining("?? x"),
  });
});

it("keeps tokens from the tests", async () => {
  const test =
    'import { it } from "node:test";\nit("looks", () => { throw new Error(`token: ${process.env.GITHUB_TOKEN}`); });\n';
  using project = sampleProject({ ...NODE_TESTS, "cart.test.js": test });
  await using server = await openServer({ ...project.env, GITHUB_TOKEN: "github-secret" });
  expect((await server.call("run_tests")).text).toContain("token: undefined");
});

it.each([
  [{ runner: "vites" }, "Did you mean vitest?"],
  [{ path: "../" }, "outside the project"],
  [{ path: "gone.test.js" }, "The project has no gone.test.js"],
  [{ path: "--watch" }, "path"],
  [{ junit: "../report.xml" }, "outside the project"],
  [{ junit: "gone/report.xml" }, "no folder"],
  [{ junit: "cart.js" }, "must end in .xml"],
  [{ junit: ".git/report.xml" }, "outside the project's own files"],
  [{ runner: "cargo", coverage: true }, "cannot measure coverage"],
])("refuses %j", async (args, reason) => {
  using project = sampleProject(NODE_TESTS);
  await using server = await openServer(project.env);
  expect(await server.call("run_tests", args)).toMatchObject({ isError: true, text: expect.stringContaining(reason) });
});

it("replaces no file but an earlier report, and writes through no link", async () => {
  using project = sampleProject({ ...NODE_TESTS, "pom.xml": "<project/>\n" });
  const outside = join(project.folder, "..", "stolen.xml");
  symlinkSync(outside, join(project.folder, "link.xml"));
  await using server = await openServer(project.env);
  for (const junit of ["pom.xml", "link.xml"]) {
    const refused = await server.call("run_tests", { junit });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("is not a JUnit report") });
  }
  expect(readFileSync(join(project.folder, "pom.xml"), "utf8")).toBe("<project/>\n");
  expect(existsSync(outside)).toBe(false);
  for (const _ of [1, 2]) {
    expect(await server.call("run_tests", { junit: "report.xml" })).toMatchObject({ isError: false });
  }
});

it("gives a runner no file as an option", () => {
  using project = sampleProject({ "--watch.test.js": "" });
  expect(pathInProject(project.folder, "./--watch.test.js")).toBe("./--watch.test.js");
});

it("asks which runner is meant in a project with two, and both must pass before a deployment", async () => {
  using project = sampleProject({ ...NODE_TESTS, "go.mod": "module example.com/shop\n" });
  await using server = await openServer({ ...project.env, DEPLOY_COMMAND: "true" });
  expect((await server.call("run_tests")).text).toContain("node, go");
  expect((await server.call("run_tests", { runner: "node" })).structured).toMatchObject({ recorded: true });
  const refused = await server.call("deploy", { service: "shop", environment: "staging", version: "main" });
  expect(refused.text).toContain("its go tests have not been run");
});

it("ends the runner and everything it started when the call is cancelled, and records nothing", async () => {
  const test = `import { spawn } from "node:child_process";
import { it } from "node:test";
it("never ends", async () => {
  spawn("sleep", ["1000"], { detached: true });
  console.log("it has started");
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
`;
  using project = sampleProject({ ...NODE_TESTS, "cart.test.js": test });
  const mark = { name: "DELIVERY_TEST_MARK", value: project.folder };
  await using server = await startServer({ ...project.env, [mark.name]: mark.value });
  const sleeping = async () => {
    const living = await markedProcesses(mark).living();
    return living.filter(({ command }) => command.includes("sleep")).length;
  };
  const cancel = new AbortController();
  const started = Promise.withResolvers<void>();
  const onprogress = ({ message = "" }) => void (message.includes("has started") && started.resolve());
  const call = server.call("run_tests", {}, { signal: cancel.signal, onprogress });
  await Promise.race([started.promise, call]);
  expect(await sleeping()).toBe(1);
  cancel.abort();
  await expect(call).rejects.toThrow();
  // The next call waits for its turn, which comes when nothing of the first is left.
  expect((await server.call("run_tests", { path: "cart.js" })).isError).toBe(false);
  expect(await sleeping()).toBe(0);
  expect(existsSync(project.env["DELIVERY_STATE"] ?? "")).toBe(false);
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, [program === "go" ? "version" : "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

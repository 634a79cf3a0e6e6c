import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { expect, it } from "vitest";

import { NODE_TESTS, type SampleProject, sampleProject } from "./sample-project.ts";
import { openServer } from "./start-server.ts";

const staging = { service: "shop", environment: "staging" };

/** Keeps what is live in a file beside the project. */
const SCRIPT = `#!${process.execPath}
const { existsSync, readFileSync, writeFileSync, appendFileSync } = require("node:fs");
const [action, ...args] = process.argv.slice(2);
const file = __filename + ".live";
appendFileSync(__filename + ".log", JSON.stringify([action, ...args, process.env.GITHUB_TOKEN ?? null]) + "\\n");
const history = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
if (args[0] === "broken") { console.error("no such service"); process.exit(3); }
if (action === "status" && history.length > 0) console.log(JSON.stringify({ ...history.at(-1), health: process.env.HEALTH ?? "healthy" }));
if (action === "deploy") history.push({ version: args[2], commit: args[3], replicas: Number(args[4]) });
if (action === "roll_back") history.pop();
writeFileSync(file, JSON.stringify(history));
`;

function program(project: SampleProject, name: string, script: string): string {
  const file = join(project.folder, "..", name);
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

it("deploys through a command, which gets everything as arguments and no token of a forge", async () => {
  using project = sampleProject(NODE_TESTS);
  const command = program(project, "deploy.cjs", SCRIPT);
  const env = { ...project.env, DEPLOY_COMMAND: `"${command}"`, GITHUB_TOKEN: "github-secret" };
  await using server = await openServer(env);
  await server.call("run_tests");
  const { structured } = await server.call("deploy", { ...staging, version: "main", replicas: 2 });
  expect(structured).toMatchObject({ health: "healthy" });
  const log = readFileSync(`${command}.log`, "utf8").trim().split("\n");
  const commit = project.git("rev-parse", "HEAD");
  expect(log.map((line) => JSON.parse(line) as unknown)).toEqual([
    ["status", "shop", "staging", null],
    ["deploy", "shop", "staging", "main", commit, "2", null],
    ["status", "shop", "staging", null],
  ]);
});

it("reports what a command that fails wrote", async () => {
  using project = sampleProject(NODE_TESTS);
  await using server = await openServer({ ...project.env, DEPLOY_COMMAND: program(project, "deploy.cjs", SCRIPT) });
  await server.call("run_tests");
  const { text } = await server.call("deploy", { ...staging, service: "broken", version: "main" });
  expect(text).toContain("DEPLOY_COMMAND status exited with code 3: no such service");
});

it("explains a command that is not there", async () => {
  using project = sampleProject(NODE_TESTS);
  await using server = await openServer({ ...project.env, DEPLOY_COMMAND: "./gone.sh" });
  await server.call("run_tests");
  expect((await server.call("deploy", { ...staging, version: "main" })).text).toContain('Could not start "./gone.sh"');
});

/** Answers `get`, `patch` and `rollout undo` as a cluster does, for one Deployment in a file. */
const KUBECTL = `#!${process.execPath}
const { existsSync, readFileSync, writeFileSync, appendFileSync } = require("node:fs");
const args = process.argv.slice(2);
const words = args.filter((one) => !one.startsWith("--"));
appendFileSync(__filename + ".log", JSON.stringify(args) + "\\n");
const file = __filename + ".json";
if (!existsSync(file)) process.exit(0);
const { revisions } = JSON.parse(readFileSync(file, "utf8"));
const live = revisions.at(-1);
if (words[0] === "get") {
  const failed = live.spec.template.spec.containers[0].image.endsWith("bad");
  const status = { observedGeneration: revisions.length, replicas: live.spec.replicas, updatedReplicas: live.spec.replicas,
    availableReplicas: failed ? 0 : live.spec.replicas,
    conditions: failed ? [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }] : [] };
  console.log(JSON.stringify({ kind: "Deployment", metadata: { name: words[2], generation: revisions.length }, ...live, status }));
}
if (words[0] === "patch") {
  const { spec } = JSON.parse(args.find((one) => one.startsWith("--patch=")).slice(8));
  const [container] = spec.template.spec.containers;
  if (container.name !== "web") { console.error("unknown container"); process.exit(1); }
  revisions.push({ spec: { ...live.spec, ...spec } });
}
if (words[0] === "rollout" && words[1] === "undo") revisions.pop();
writeFileSync(file, JSON.stringify({ revisions }));
`;

it("deploys to Kubernetes with one patch, and undoes a roll-out that exceeds its deadline", async () => {
  using project = sampleProject(NODE_TESTS);
  const kubectl = program(project, "kubectl", KUBECTL);
  const first = { replicas: 1, template: { spec: { containers: [{ name: "web", image: "registry/shop:v0" }] } } };
  writeFileSync(`${kubectl}.json`, JSON.stringify({ revisions: [{ spec: first }] }));
  const env = {
    ...project.env,
    PATH: `${join(kubectl, "..")}${delimiter}${process.env["PATH"] ?? ""}`,
    DEPLOY_IMAGE: "registry/{service}:{version}",
    DEPLOY_NAMESPACE: "shop-{environment}",
    DEPLOY_CONTEXT: "cluster",
  };
  await using server = await openServer(env);
  await server.call("run_tests");
  project.git("tag", "v1");
  project.git("tag", "bad");
  const { structured } = await server.call("deploy", { ...staging, version: "v1", replicas: 3 });
  expect(structured).toMatchObject({ health: "healthy", before: "registry/shop:v0" });
  const { revisions } = JSON.parse(readFileSync(`${kubectl}.json`, "utf8")) as { revisions: unknown[] };
  expect(revisions.at(-1)).toEqual({
    spec: {
      replicas: 3,
      template: {
        metadata: {
          annotations: { "tenon.dev/version": "v1", "tenon.dev/commit": project.git("rev-parse", "HEAD") },
        },
        spec: { containers: [{ name: "web", image: "registry/shop:v1" }] },
      },
    },
  });
  expect(readFileSync(`${kubectl}.log`, "utf8")).toContain('["--context=cluster","--namespace=shop-staging"');
  const bad = await server.call("deploy", { ...staging, version: "bad" });
  expect(bad.structured).toMatchObject({ health: "failed", rolled_back: true });
});

it("names a Deployment that is not there", async () => {
  using project = sampleProject(NODE_TESTS);
  const kubectl = program(project, "kubectl", KUBECTL);
  const path = `${join(kubectl, "..")}${delimiter}${process.env["PATH"] ?? ""}`;
  await using server = await openServer({ ...project.env, PATH: path, DEPLOY_IMAGE: "registry/{service}:{version}" });
  await server.call("run_tests");
  const { text } = await server.call("deploy", { ...staging, version: "main" });
  expect(text).toContain("No Deployment named shop in staging");
  expect(existsSync(`${kubectl}.json`)).toBe(false);
});

import type { StartedToolset } from "@tenon/testkit/mcp";
import { afterEach, beforeEach, expect, it } from "vitest";

import { type DeployDouble, startDeployDouble } from "./deploy-double.ts";
import { BROKEN, NODE_TESTS, type SampleProject, sampleProject } from "./sample-project.ts";
import { openServer } from "./start-server.ts";

let project: SampleProject;
let endpoint: DeployDouble;
let server: StartedToolset | undefined;

beforeEach(async () => {
  project = sampleProject(NODE_TESTS);
  endpoint = await startDeployDouble();
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

async function open(options: Parameters<typeof openServer>[1] = {}): Promise<StartedToolset> {
  server = await openServer({ ...project.env, DEPLOY_URL: endpoint.url, DEPLOY_TOKEN: "deploy-secret" }, options);
  return server;
}

const staging = { service: "shop", environment: "staging" };
const production = { service: "shop", environment: "production" };

it("deploys a tested commit to staging with everything it was asked for, and waits until it is healthy", async () => {
  const { call } = await open();
  const commit = project.git("rev-parse", "HEAD");
  project.git("tag", "v1");
  expect((await call("run_tests")).structured).toMatchObject({ passed: true, recorded: true, commit });
  let asked = 0;
  endpoint.healthOf = () => ((asked += 1) < 3 ? "progressing" : "healthy");
  const seen: string[] = [];
  const onprogress = ({ message = "" }) => void seen.push(message);
  const { structured } = await call(
    "deploy",
    { ...staging, version: "v1", replicas: 3, timeout_seconds: 60 },
    { onprogress },
  );
  expect(structured).toMatchObject({ health: "healthy", version: "v1", commit });
  expect(endpoint.received.find(({ method }) => method === "POST")).toMatchObject({
    path: "/services/shop/environments/staging/deployments",
    body: { version: "v1", commit, replicas: 3 },
    headers: { authorization: "Bearer deploy-secret" },
  });
  expect(seen).toContain("v1 is healthy");
});

it("refuses a commit whose tests have not been run, are red, or ran on another tree", async () => {
  const { call } = await open();
  const refused = async (reason: string) => {
    const outcome = await call("deploy", { ...staging, version: "main" });
    expect(outcome).toMatchObject({ isError: true, text: expect.stringContaining(reason) });
  };
  await refused("its node tests have not been run");
  project.write({ "notes.txt": "untracked" });
  expect((await call("run_tests")).structured).toMatchObject({ passed: true, recorded: false });
  await refused("have not been run");
  project.git("clean", "--force", "--quiet");
  expect((await call("run_tests", { path: "cart.test.js" })).structured).toMatchObject({ recorded: false });
  await refused("have not been run");
  project.write(BROKEN);
  project.commit("Break it");
  expect((await call("run_tests")).structured).toMatchObject({ passed: false, recorded: true });
  await refused("its node tests did not pass (1 failed, 1 skipped");
  expect(endpoint.received).toEqual([]);
});

it("keeps what it has seen over a restart", async () => {
  await (await open()).call("run_tests");
  await server?.[Symbol.asyncDispose]();
  const { call } = await open();
  expect((await call("deploy", { ...staging, version: "main" })).structured).toMatchObject({ health: "healthy" });
});

it("refuses to change production without a person, also under a name that it does not know", async () => {
  const { call } = await open();
  await call("run_tests");
  for (const environment of ["production", "prod", "eu-west"])
    expect(await call("deploy", { service: "shop", environment, version: "main" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("only with a user's consent"),
    });
  expect(endpoint.history).toEqual([]);
});

it.each(["2025-11-25", "2026-07-28"] as const)(
  "asks a person about production with the version and what changes [%s]",
  async (revision) => {
    const old = project.git("rev-parse", "HEAD");
    endpoint.history.push({ version: "v1", commit: old });
    project.write({ "more.js": "export {};\n" });
    const commit = project.commit("Sell more");
    const { call, questions } = await open({ confirms: true, revision });
    await call("run_tests");
    const { structured } = await call("deploy", { ...production, version: commit, replicas: 2 });
    expect(structured).toMatchObject({ health: "healthy", before: "v1" });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`Deploy shop ${commit}, 2 replicas to production`);
    expect(questions[0]).toContain(`Live now: v1 (${old.slice(0, 12)}), healthy.`);
    expect(questions[0]).toMatch(/1 file changed, 1 insertion.*\n[0-9a-f]+ Sell more/);
  },
);

it("deploys nothing if the person declines", async () => {
  const { call } = await open({ confirms: false });
  await call("run_tests");
  expect(await call("deploy", { ...production, version: "main" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("The user did not agree"),
  });
  expect(endpoint.history).toEqual([]);
});

it("deploys nothing if something else became live while the person was asked", async () => {
  const { call } = await open({
    confirms: async () => {
      endpoint.history.push({ version: "hotfix" });
      return true;
    },
  });
  await call("run_tests");
  expect(await call("deploy", { ...production, version: "main" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("hotfix became live"),
  });
  expect(endpoint.history).toEqual([{ version: "hotfix" }]);
});

it.each([
  ["unhealthy", "unhealthy"],
  ["progressing", "unhealthy"],
  ["failed", "failed"],
])("takes back a version that is %s, and reports %s", async (seen, health) => {
  endpoint.history.push({ version: "v1" });
  endpoint.healthOf = (version) => (version === "v1" ? "healthy" : seen);
  const { call } = await open();
  await call("run_tests");
  const { structured } = await call("deploy", { ...staging, version: "main", timeout_seconds: 1 });
  expect(structured).toMatchObject({ health, rolled_back: true, message: expect.stringContaining("v1 is live again") });
  expect(endpoint.history).toEqual([{ version: "v1" }]);
});

it("leaves an unhealthy version if it is asked to, and one with nothing before it", async () => {
  endpoint.healthOf = () => "failed";
  const { call } = await open();
  await call("run_tests");
  const first = await call("deploy", { ...staging, version: "main" });
  expect(first.structured).toMatchObject({ health: "failed", rolled_back: false });
  const second = await call("deploy", { ...staging, version: "main", roll_back_on_failure: false });
  expect(second.structured).toMatchObject({ rolled_back: false, message: expect.stringContaining("left as it is") });
  expect(endpoint.history).toHaveLength(2);
});

it("rolls back on request, in production after a person agreed", async () => {
  endpoint.history.push({ version: "v1" }, { version: "v2" });
  const { call, questions } = await open({ confirms: true });
  const { structured } = await call("deploy", { ...production, action: "roll_back" });
  expect(structured).toMatchObject({ health: "healthy", before: "v2", rolled_back: true });
  expect(questions).toEqual([expect.stringContaining("Roll back shop in production")]);
  expect(endpoint.history).toEqual([{ version: "v1" }]);
  expect(await call("deploy", { ...production, action: "roll_back", version: "v1" })).toMatchObject({ isError: true });
});

it.each([
  [{ version: "v9" }, "v9 is not a tag, branch or commit"],
  [{}, "version is required"],
  [{ version: "--output=x" }, "version"],
  [{ version: "main", service: "../etc" }, "service"],
  [{ version: "main", replicas: 0 }, "replicas"],
  [{ version: "main", environment: "Staging" }, "environment"],
])("refuses %j", async (args, reason) => {
  const { call } = await open();
  expect(await call("deploy", { ...staging, ...args })).toMatchObject({
    isError: true,
    text: expect.stringContaining(reason),
  });
  expect(endpoint.received).toEqual([]);
});

it("reports a health that cannot be found out as failed", async () => {
  const { call } = await open();
  await call("run_tests");
  const answer = endpoint.answer;
  endpoint.answer = (request) =>
    request.method === "GET" && endpoint.history.length > 0 ? { body: "nonsense" } : answer(request);
  const { structured } = await call("deploy", { ...staging, version: "main", timeout_seconds: 1 });
  expect(structured).toMatchObject({ health: "failed", message: expect.stringContaining("its health is not known") });
});

it("names what is missing when no way to deploy is set, or two are", async () => {
  server = await openServer(project.env);
  expect((await server.call("deploy", { ...staging, version: "main" })).text).toContain("DEPLOY_URL");
  await server[Symbol.asyncDispose]();
  server = await openServer({ ...project.env, DEPLOY_URL: endpoint.url, DEPLOY_COMMAND: "true" });
  expect((await server.call("deploy", { ...staging, version: "main" })).text).toContain(
    "Only one of DEPLOY_URL and DEPLOY_COMMAND",
  );
});

import type { StartedToolset } from "@tenon/testkit/mcp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { parseRemote } from "../src/forge/open-forge.ts";
import { startGitHub, startGitLab } from "./forge-doubles.ts";
import type { Answer, HttpDouble, Reply } from "./http-double.ts";
import { type SampleProject, sampleProject } from "./sample-project.ts";
import { openServer } from "./start-server.ts";

const sha = "7638417db6d59f3c431d3e1f261cc637155684cd";

let project: SampleProject;
let double: HttpDouble;
let answer: Answer;
let server: StartedToolset;
beforeAll(() => {
  project = sampleProject({ "README.md": "Shop\n" });
});
afterAll(() => project[Symbol.dispose]());
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await double[Symbol.asyncDispose]();
});

async function openGitHub(env: Readonly<Record<string, string>> = {}): Promise<void> {
  double = await startGitHub();
  answer = double.answer;
  const github = { GITHUB_API_URL: `${double.url}/`, GITHUB_REPOSITORY: "ada/shop", GITHUB_TOKEN: "github-secret" };
  server = await openServer({ ...project.env, ...github, ...env });
}

describe("GitHub", () => {
  beforeEach(() => openGitHub());

  it("creates an issue with all its fields", async () => {
    const issue = { title: "Cart <breaks>", body: "# Why", labels: ["bug", "help wanted"], assignees: ["octocat"] };
    const { structured } = await server.call("create_issue", issue);
    expect(structured).toMatchObject({ number: 1347, title: issue.title, labels: ["bug"], assignees: ["octocat"] });
    expect(double.received).toEqual([
      expect.objectContaining({ method: "POST", path: "/repos/ada/shop/issues", body: issue }),
    ]);
  });

  it("lists issues by every filter, without pull requests, and says that there are more", async () => {
    const args = { state: "all", labels: ["a", "b"], assignee: "octocat", page: 2, limit: 2 };
    const { structured } = await server.call("list_issues", args);
    expect(structured).toMatchObject({ issues: [{ number: 1347 }], next_page: 3 });
    expect(structured["issues"]).toHaveLength(1);
    expect(double.received[0]?.query).toEqual({
      state: "all",
      labels: "a,b",
      assignee: "octocat",
      per_page: "2",
      page: "2",
    });
  });

  it("opens a pull request from the current branch into the default branch", async () => {
    const { structured } = await server.call("create_pull_request", { title: "Cart" });
    expect(structured).toMatchObject({ number: 42, head: "main", base: "trunk" });
    expect(double.received.at(-1)?.body).toEqual({ title: "Cart", head: "main", base: "trunk" });
  });

  it("opens a pull request with everything given", async () => {
    const request = { title: "Cart", head: "ada:cart", base: "main", body: "Closes #3", draft: true };
    expect((await server.call("create_pull_request", request)).structured).toMatchObject({ draft: true });
    expect(double.received).toHaveLength(1);
    expect(double.received[0]?.body).toEqual(request);
  });

  it("gets a pull request with the last word of each reviewer, and its checks", async () => {
    expect((await server.call("get_pull_request", { number: 42 })).structured).toMatchObject({
      state: "merged",
      mergeable: "clean",
      reviews: [{ author: "octocat", state: "approved" }],
      checks: [
        { name: "mighty_readme", result: "neutral" },
        { name: "test", result: "in_progress" },
      ],
    });
  });

  it("lists runs by every filter", async () => {
    const args = { branch: "main", commit: sha, status: "failure", page: 1, limit: 5 };
    const { structured } = await server.call("list_runs", args);
    expect(structured).toEqual({ runs: [expect.objectContaining({ id: 30433642, status: "failure", commit: sha })] });
    expect(double.received[0]?.query).toEqual({
      branch: "main",
      head_sha: sha,
      status: "failure",
      per_page: "5",
      page: "1",
    });
  });

  it.each<[number, Reply, string[]]>([
    [401, { body: { message: "Bad credentials" } }, ["Bad credentials", "GITHUB_TOKEN is wrong or expired"]],
    [403, { body: { message: "Resource not accessible" } }, ["not accessible", "GITHUB_TOKEN lacks a permission"]],
    [404, { body: { message: "Not Found" } }, ["404", "GITHUB_TOKEN may not see it"]],
    [301, { headers: { location: "/elsewhere" } }, ["301", "It has moved"]],
    [409, { body: { message: "Conflict" } }, ["Conflict"]],
    [
      422,
      { body: { message: "Validation Failed", errors: [{ field: "labels", code: "invalid" }] } },
      ["Validation Failed", "labels", "invalid"],
    ],
    [429, { headers: { "retry-after": "120" } }, ["429", "Try again in 120 s"]],
    [403, { headers: { "retry-after": "60" } }, ["Try again in 60 s"]],
    [500, { body: "nonsense" }, ["500", "The request may have succeeded"]],
  ])("explains an answer of %i, and does not send a creation again", async (status, reply, texts) => {
    double.answer = () => ({ status, ...reply });
    const outcome = await server.call("create_issue", { title: "Cart" });
    expect(outcome.isError).toBe(true);
    for (const text of texts) expect(outcome.text).toContain(text);
    expect(double.received).toHaveLength(1);
  });

  it("waits as long as retry-after says, and sends even a creation again, which was not done", async () => {
    double.answer = (request) =>
      double.received.length === 1 ? { status: 429, headers: { "retry-after": "0" } } : answer(request);
    expect((await server.call("create_issue", { title: "Cart" })).isError).toBe(false);
    expect(double.received).toHaveLength(2);
  });

  it("asks again after a failure of the server, if that only reads", async () => {
    double.answer = (request) => (double.received.length < 3 ? { status: 502 } : answer(request));
    expect((await server.call("list_issues")).isError).toBe(false);
    expect(double.received).toHaveLength(3);
  });

  it.each([
    ["create_issue", { title: "" }],
    ["create_issue", { title: "a", labels: ["b,c"] }],
    ["list_issues", { state: "gone" }],
    ["list_issues", { limit: 101 }],
    ["create_pull_request", { title: "a", head: "-x" }],
    ["get_pull_request", { number: 0 }],
    ["list_runs", { commit: "main" }],
  ])("refuses %s with %j, and sends nothing", async (tool, args) => {
    expect((await server.call(tool, args)).isError).toBe(true);
    expect(double.received).toEqual([]);
  });

  it("shows no token, even if the server answers with it", async () => {
    double.answer = () => ({ status: 422, body: { message: "token github-secret is odd" } });
    const { text } = await server.call("list_issues");
    expect(text).toContain("is odd");
    expect(text + server.log()).not.toContain("github-secret");
  });
});

it("ends a request that takes too long, and says that it may have been done", async () => {
  await openGitHub({ DELIVERY_TIMEOUT_MS: "50" });
  double.answer = () => undefined;
  const { text } = await server.call("create_issue", { title: "Cart" });
  expect(text).toContain("did not answer within 50 ms");
  expect(text).toContain("check before you retry");
});

it("explains a connection that is refused", async () => {
  await openGitHub({ GITHUB_API_URL: "http://127.0.0.1:9" });
  expect((await server.call("list_issues")).text).toContain("no connection to http://127.0.0.1:9");
});

it("names a token that is missing", async () => {
  await openGitHub({ GITHUB_TOKEN: "" });
  expect(await server.call("list_issues")).toMatchObject({
    isError: true,
    text: expect.stringContaining("GITHUB_TOKEN is not set"),
  });
  expect(double.received).toEqual([]);
});

describe("GitLab", () => {
  beforeEach(async () => {
    double = await startGitLab();
    const gitlab = { GITLAB_URL: double.url, GITLAB_PROJECT: "group/team/shop", GITLAB_TOKEN: "gitlab-secret" };
    server = await openServer({ ...project.env, ...gitlab });
  });

  it("creates an issue, with assignees by their ids", async () => {
    const issue = { title: "Cart", body: "Why", labels: ["bug", "ui"], assignees: ["ada"] };
    expect((await server.call("create_issue", issue)).structured).toMatchObject({ number: 14, author: "ada" });
    expect(double.received.at(-1)?.body).toEqual({
      title: "Cart",
      description: "Why",
      labels: "bug,ui",
      assignee_ids: [9],
    });
    expect((await server.call("create_issue", { ...issue, assignees: ["bob"] })).text).toContain('no user "bob"');
  });

  it("lists issues by every filter", async () => {
    const args = { state: "open", labels: ["a"], assignee: "ada", page: 2, limit: 2 };
    const { structured } = await server.call("list_issues", args);
    expect(structured).toMatchObject({ issues: [{ number: 14, state: "closed" }], next_page: 3 });
    expect(double.received[0]?.query).toEqual({
      state: "opened",
      labels: "a",
      assignee_username: "ada",
      per_page: "2",
      page: "2",
    });
  });

  it("opens a merge request, and gets one with its approvals and pipeline", async () => {
    await server.call("create_pull_request", { title: "Cart", head: "cart", body: "Closes #3", draft: true });
    expect(double.received.at(-1)?.body).toEqual({
      title: "Draft: Cart",
      source_branch: "cart",
      target_branch: "trunk",
      description: "Closes #3",
    });
    expect((await server.call("get_pull_request", { number: 7 })).structured).toMatchObject({
      state: "merged",
      mergeable: "mergeable",
      reviews: [{ author: "ada", state: "approved" }],
      checks: [{ name: "pipeline", result: "success" }],
    });
  });

  it("lists pipelines by every filter", async () => {
    const { structured } = await server.call("list_runs", { branch: "main", commit: sha, status: "failed" });
    expect(structured).toEqual({ runs: [expect.objectContaining({ id: 47, name: "push", status: "failed" })] });
    expect(double.received[0]?.query).toMatchObject({ ref: "main", sha, status: "failed" });
  });

  it.each<[number, Reply, string[]]>([
    [401, { body: { message: "401 Unauthorized" } }, ["401", "GITLAB_TOKEN is wrong or expired"]],
    [403, { body: { message: "403 Forbidden" } }, ["403", "GITLAB_TOKEN lacks a permission"]],
    [404, { body: { message: "404 Project Not Found" } }, ["Project Not Found", "GITLAB_TOKEN may not see it"]],
    [422, { body: { message: "Validation failed" } }, ["Validation failed"]],
    [429, { headers: { "retry-after": "120" } }, ["429", "Try again in 120 s"]],
    [500, { body: { message: "500 Internal Server Error" } }, ["500", "The request may have succeeded"]],
  ])("explains an answer of %i, and does not send a creation again", async (status, reply, texts) => {
    double.answer = () => ({ status, ...reply });
    const outcome = await server.call("create_issue", { title: "Cart" });
    expect(outcome.isError).toBe(true);
    for (const text of texts) expect(outcome.text).toContain(text);
    expect(double.received).toHaveLength(1);
  });

  it("explains what GitLab refuses, whose reasons are lists by field", async () => {
    double.answer = () => ({ status: 400, body: { message: { title: ["is too long"] } } });
    expect((await server.call("create_issue", { title: "Cart" })).text).toContain('{"title":["is too long"]}');
  });
});

it.each([
  ["https://github.com/ada/shop.git", "github.com", "ada/shop"],
  ["git@github.com:ada/shop.git", "github.com", "ada/shop"],
  ["ssh://git@gitlab.example.com:2222/group/team/shop", "gitlab.example.com", "group/team/shop"],
  ["https://token@gitlab.com/group/shop/", "gitlab.com", "group/shop"],
])("reads the remote %s", (remote, host, path) => {
  expect(parseRemote(remote)).toEqual({ host, path });
});

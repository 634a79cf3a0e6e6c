/** GitHub, or a GitHub Enterprise server, over its REST interface. */

import { defined, itemsOf, objectOf, numberOf, stringOf } from "@tenon/basis";

import type { Forge, Issue, PullRequest, PullRequestDetails, Run } from "./forge.ts";
import type { Api } from "./http.ts";
import { stringsOf, textOf } from "./read.ts";

const MAX_BODY_LENGTH = 20_000;

export function createGitHub(api: Api, project: string): Forge {
  const root = `/repos/${project.split("/").map(encodeURIComponent).join("/")}`;
  return {
    name: "GitHub",
    project,
    async createIssue(issue, signal) {
      const request = { method: "POST" as const, path: `${root}/issues`, purpose: "create the issue" };
      const { data } = await api.request({ ...request, body: defined({ ...issue }) }, signal);
      return issueOf(data);
    },
    async listIssues({ state, labels, assignee, page, limit }, signal) {
      const query = { state, labels: labels?.join(","), assignee, per_page: limit, page };
      const { data, headers } = await api.request({ path: `${root}/issues`, query, purpose: "list issues" }, signal);
      // Pull requests are in the same list.
      const issues = itemsOf(data).filter((item) => objectOf(item)["pull_request"] === undefined);
      return { items: issues.map(issueOf), nextPage: nextPage(headers, page) };
    },
    async createPullRequest({ base, ...request }, signal) {
      const body = defined({ ...request, base: base ?? (await defaultBranch(signal)) });
      const path = `${root}/pulls`;
      const { data } = await api.request({ method: "POST", path, body, purpose: "create the pull request" }, signal);
      return pullRequestOf(data);
    },
    async getPullRequest(number, signal) {
      const path = `${root}/pulls/${number}`;
      const { data } = await api.request({ path, purpose: `get pull request ${number}` }, signal);
      const request = pullRequestOf(data);
      const [reviews, checks] = await Promise.all([
        api.request({ path: `${path}/reviews`, query: { per_page: 100 }, purpose: "list reviews" }, signal),
        api.request(
          { path: `${root}/commits/${request.commit}/check-runs`, query: { per_page: 100 }, purpose: "list checks" },
          signal,
        ),
      ]);
      return {
        ...request,
        body: textOf(data, "body").slice(0, MAX_BODY_LENGTH),
        mergeable: textOf(data, "mergeable_state") || "unknown",
        reviews: reviewsOf(reviews.data),
        checks: checksOf(checks.data),
      };
    },
    async listRuns({ branch, commit, status, page, limit }, signal) {
      const query = { branch, head_sha: commit, status, per_page: limit, page };
      const path = `${root}/actions/runs`;
      const { data, headers } = await api.request({ path, query, purpose: "list runs" }, signal);
      return { items: itemsOf(objectOf(data)["workflow_runs"]).map(runOf), nextPage: nextPage(headers, page) };
    },
  };

  async function defaultBranch(signal: AbortSignal): Promise<string> {
    const { data } = await api.request({ path: root, purpose: "find the default branch" }, signal);
    return textOf(data, "default_branch");
  }
}

function nextPage(headers: Headers, page: number): number | undefined {
  return headers.get("link")?.includes('rel="next"') === true ? page + 1 : undefined;
}

function issueOf(data: unknown): Issue {
  const issue = objectOf(data);
  return {
    number: numberOf(issue["number"]) ?? 0,
    title: textOf(issue, "title"),
    state: issue["state"] === "closed" ? "closed" : "open",
    url: textOf(issue, "html_url"),
    author: textOf(issue, "user", "login"),
    // A label may be a bare string.
    labels: itemsOf(issue["labels"]).map((label) => stringOf(label) ?? textOf(label, "name")),
    assignees: stringsOf(issue["assignees"], "login"),
    updated_at: textOf(issue, "updated_at"),
  };
}

function pullRequestOf(data: unknown): PullRequest {
  const request = objectOf(data);
  return {
    number: numberOf(request["number"]) ?? 0,
    title: textOf(request, "title"),
    state: request["merged"] === true ? "merged" : request["state"] === "closed" ? "closed" : "open",
    draft: request["draft"] === true,
    url: textOf(request, "html_url"),
    author: textOf(request, "user", "login"),
    head: textOf(request, "head", "ref"),
    base: textOf(request, "base", "ref"),
    commit: textOf(request, "head", "sha"),
  };
}

/** The last word of each reviewer; a comment does not take back an approval. */
function reviewsOf(data: unknown): PullRequestDetails["reviews"] {
  const last = new Map<string, string>();
  for (const review of itemsOf(data)) {
    const author = textOf(review, "user", "login");
    const state = textOf(review, "state").toLowerCase();
    if (state !== "commented" || !last.has(author)) last.set(author, state);
  }
  return [...last].map(([author, state]) => ({ author, state }));
}

function checksOf(data: unknown): PullRequestDetails["checks"] {
  return itemsOf(objectOf(data)["check_runs"]).map((check) => ({
    name: textOf(check, "name"),
    result: textOf(check, "conclusion") || textOf(check, "status"),
    url: textOf(check, "html_url"),
  }));
}

function runOf(data: unknown): Run {
  return {
    id: numberOf(objectOf(data)["id"]) ?? 0,
    name: textOf(data, "name"),
    status: textOf(data, "conclusion") || textOf(data, "status"),
    branch: textOf(data, "head_branch"),
    commit: textOf(data, "head_sha"),
    url: textOf(data, "html_url"),
    created_at: textOf(data, "created_at"),
  };
}

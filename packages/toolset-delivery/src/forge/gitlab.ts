/** GitLab over its REST interface; a merge request is a pull request, a pipeline is a run. */

import { defined, itemsOf, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Forge, Issue, PullRequest, Run } from "./forge.ts";
import type { Api } from "./http.ts";
import { stringsOf, textOf } from "./read.ts";

const MAX_BODY_LENGTH = 20_000;
const STATES = { open: "opened", closed: "closed", all: "all" } as const;

export function createGitLab(api: Api, project: string): Forge {
  const root = `/projects/${encodeURIComponent(project)}`;
  return {
    name: "GitLab",
    project,
    ...issuesOf(api, root),
    ...mergeRequestsOf(api, root),
    async listRuns({ branch, commit, status, page, limit }, signal) {
      const query = { ref: branch, sha: commit, status, per_page: limit, page };
      const { data, headers } = await api.request({ path: `${root}/pipelines`, query, purpose: "list runs" }, signal);
      return { items: itemsOf(data).map(runOf), nextPage: nextPage(headers) };
    },
  };
}

function issuesOf(api: Api, root: string): Pick<Forge, "createIssue" | "listIssues"> {
  const path = `${root}/issues`;
  return {
    async createIssue({ title, body, labels, assignees = [] }, signal) {
      const ids = await Promise.all(assignees.map((name) => userId(name, signal)));
      const assigned = ids.length === 0 ? undefined : ids;
      const issue = defined({ title, description: body, labels: labels?.join(","), assignee_ids: assigned });
      const { data } = await api.request({ method: "POST", path, body: issue, purpose: "create the issue" }, signal);
      return issueOf(data);
    },
    async listIssues({ state, labels, assignee, page, limit }, signal) {
      const filter = { state: STATES[state], labels: labels?.join(","), assignee_username: assignee };
      const query = { ...filter, per_page: limit, page };
      const { data, headers } = await api.request({ path, query, purpose: "list issues" }, signal);
      return { items: itemsOf(data).map(issueOf), nextPage: nextPage(headers) };
    },
  };

  async function userId(username: string, signal: AbortSignal): Promise<number> {
    const { data } = await api.request({ path: "/users", query: { username }, purpose: "find an assignee" }, signal);
    const id = numberOf(objectOf(itemsOf(data)[0])["id"]);
    if (id === undefined) throw new ToolError("not_found", `GitLab has no user "${username}"`);
    return id;
  }
}

function mergeRequestsOf(api: Api, root: string): Pick<Forge, "createPullRequest" | "getPullRequest"> {
  return {
    async createPullRequest({ title, head, base, body, draft }, signal) {
      const request = defined({
        title: draft === true ? `Draft: ${title}` : title,
        source_branch: head,
        target_branch: base ?? (await defaultBranch(signal)),
        description: body,
      });
      const path = `${root}/merge_requests`;
      const purpose = "create the merge request";
      const { data } = await api.request({ method: "POST", path, body: request, purpose }, signal);
      return pullRequestOf(data);
    },
    async getPullRequest(number, signal) {
      const path = `${root}/merge_requests/${number}`;
      const { data } = await api.request({ path, purpose: `get merge request ${number}` }, signal);
      const approvals = await api.request({ path: `${path}/approvals`, purpose: "list approvals" }, signal);
      const pipeline = objectOf(objectOf(data)["head_pipeline"]);
      const check = { name: "pipeline", result: textOf(pipeline, "status"), url: textOf(pipeline, "web_url") };
      return {
        ...pullRequestOf(data),
        body: textOf(data, "description").slice(0, MAX_BODY_LENGTH),
        mergeable: textOf(data, "detailed_merge_status") || "unknown",
        reviews: itemsOf(objectOf(approvals.data)["approved_by"]).map((one) => ({
          author: textOf(one, "user", "username"),
          state: "approved",
        })),
        checks: check.result === "" ? [] : [check],
      };
    },
  };

  async function defaultBranch(signal: AbortSignal): Promise<string> {
    const { data } = await api.request({ path: root, purpose: "find the default branch" }, signal);
    return textOf(data, "default_branch");
  }
}

function nextPage(headers: Headers): number | undefined {
  return Number(headers.get("x-next-page") ?? "") || undefined;
}

function issueOf(data: unknown): Issue {
  const issue = objectOf(data);
  return {
    number: numberOf(issue["iid"]) ?? 0,
    title: textOf(issue, "title"),
    state: issue["state"] === "closed" ? "closed" : "open",
    url: textOf(issue, "web_url"),
    author: textOf(issue, "author", "username"),
    labels: readArray(issue["labels"], stringOf),
    assignees: stringsOf(issue["assignees"], "username"),
    updated_at: textOf(issue, "updated_at"),
  };
}

function pullRequestOf(data: unknown): PullRequest {
  const request = objectOf(data);
  const state = request["state"];
  return {
    number: numberOf(request["iid"]) ?? 0,
    title: textOf(request, "title"),
    state: state === "merged" ? "merged" : state === "closed" ? "closed" : "open",
    draft: request["draft"] === true,
    url: textOf(request, "web_url"),
    author: textOf(request, "author", "username"),
    head: textOf(request, "source_branch"),
    base: textOf(request, "target_branch"),
    commit: textOf(request, "sha"),
  };
}

function runOf(data: unknown): Run {
  const run = objectOf(data);
  return {
    id: numberOf(run["id"]) ?? 0,
    name: textOf(run, "name") || textOf(run, "source"),
    status: textOf(run, "status"),
    branch: textOf(run, "ref"),
    commit: textOf(run, "sha"),
    url: textOf(run, "web_url"),
    created_at: textOf(run, "created_at"),
  };
}

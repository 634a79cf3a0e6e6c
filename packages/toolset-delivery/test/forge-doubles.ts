/** GitHub and GitLab for one project, with answers shaped as theirs are, and checks of what every request must have. */

import { type HttpDouble, type Received, type Reply, startHttpDouble } from "./http-double.ts";

const sha = "7638417db6d59f3c431d3e1f261cc637155684cd";

type Routes = Readonly<Record<string, (request: Received) => Reply>>;

export function startGitHub(): Promise<HttpDouble> {
  return start("/repos/ada/shop", githubRoutes, ({ headers }) => {
    if (headers.authorization !== "Bearer github-secret") return { status: 401, body: { message: "Bad credentials" } };
    // GitHub refuses a request without a user agent.
    if (!headers["user-agent"] || headers["x-github-api-version"] !== "2022-11-28") return { status: 403, body: {} };
    return undefined;
  });
}

export function startGitLab(): Promise<HttpDouble> {
  return start("/api/v4/projects/group%2Fteam%2Fshop", gitlabRoutes, ({ headers }) =>
    headers["private-token"] === "gitlab-secret" ? undefined : { status: 401, body: { message: "401 Unauthorized" } },
  );
}

const user = { login: "octocat", id: 1, type: "User" };

function githubIssue(more: object): object {
  return {
    id: 1,
    number: 1347,
    html_url: "https://github.com/ada/shop/issues/1347",
    state: "open",
    title: "Found a bug",
    body: "I'm having a problem with this.",
    user,
    labels: [{ id: 208045946, name: "bug", color: "f29513" }],
    assignees: [user],
    locked: false,
    comments: 0,
    updated_at: "2026-03-03T18:58:10Z",
    ...more,
  };
}

function githubPull(more: object): object {
  return {
    number: 42,
    html_url: "https://github.com/ada/shop/pull/42",
    state: "open",
    draft: false,
    merged: false,
    title: "Amazing new feature",
    user,
    body: "Please pull these awesome changes in!",
    head: { label: "ada:cart", ref: "cart", sha },
    base: { label: "ada:main", ref: "main", sha },
    mergeable: true,
    mergeable_state: "clean",
    ...more,
  };
}

const githubRoutes: Routes = {
  "GET ": () => ({ body: { full_name: "ada/shop", default_branch: "trunk" } }),
  "POST /issues": ({ body }) => ({ status: 201, body: githubIssue({ title: (body as { title: string }).title }) }),
  "GET /issues": () => ({
    headers: {
      link: '<https://api.github.com/repositories/1/issues?page=3>; rel="next", <https://api.github.com/repositories/1/issues?page=9>; rel="last"',
    },
    body: [githubIssue({}), githubIssue({ number: 42, pull_request: { url: "…" } })],
  }),
  "POST /pulls": ({ body }) => {
    const { head, base, ...rest } = body as { head: string; base: string };
    return { status: 201, body: githubPull({ ...rest, head: { ref: head, sha }, base: { ref: base, sha } }) };
  },
  "GET /pulls/42": () => ({ body: githubPull({ merged: true, state: "closed" }) }),
  "GET /pulls/42/reviews": () => ({
    body: [
      { user, state: "CHANGES_REQUESTED" },
      { user, state: "APPROVED" },
      { user, state: "COMMENTED" },
    ],
  }),
  [`GET /commits/${sha}/check-runs`]: () => ({
    body: {
      total_count: 2,
      check_runs: [
        { name: "mighty_readme", status: "completed", conclusion: "neutral", html_url: "https://github.com/runs/4" },
        { name: "test", status: "in_progress", conclusion: null, html_url: "https://github.com/runs/5" },
      ],
    },
  }),
  "GET /actions/runs": () => ({
    body: {
      total_count: 1,
      workflow_runs: [
        {
          id: 30433642,
          name: "Build",
          head_branch: "main",
          head_sha: sha,
          status: "completed",
          conclusion: "failure",
          html_url: "https://github.com/ada/shop/actions/runs/30433642",
          created_at: "2026-01-22T19:33:08Z",
        },
      ],
    },
  }),
};

const author = { id: 9, username: "ada", name: "Ada", state: "active" };

function gitlabMerge(more: object): object {
  return {
    id: 901,
    iid: 7,
    title: "Cart",
    description: "Closes #3",
    state: "opened",
    draft: false,
    source_branch: "cart",
    target_branch: "main",
    sha,
    author,
    detailed_merge_status: "mergeable",
    web_url: "https://gitlab.com/group/team/shop/-/merge_requests/7",
    head_pipeline: { id: 47, status: "success", web_url: "https://gitlab.com/group/team/shop/-/pipelines/47" },
    ...more,
  };
}

const gitlabIssue = {
  id: 84,
  iid: 14,
  title: "Found a bug",
  state: "opened",
  labels: ["bug"],
  author,
  assignees: [author],
  updated_at: "2026-01-07T12:44:33.959Z",
  web_url: "https://gitlab.com/group/team/shop/-/issues/14",
};

const gitlabRoutes: Routes = {
  "GET ": () => ({ body: { id: 3, default_branch: "trunk" } }),
  "GET /api/v4/users": ({ query }) => ({ body: query["username"] === "ada" ? [author] : [] }),
  "POST /issues": () => ({ status: 201, body: gitlabIssue }),
  "GET /issues": () => ({ headers: { "x-next-page": "3" }, body: [{ ...gitlabIssue, state: "closed" }] }),
  "POST /merge_requests": ({ body }) => ({ status: 201, body: gitlabMerge(body as object) }),
  "GET /merge_requests/7": () => ({ body: gitlabMerge({ state: "merged" }) }),
  "GET /merge_requests/7/approvals": () => ({ body: { approved: true, approved_by: [{ user: author }] } }),
  "GET /pipelines": () => ({
    headers: { "x-next-page": "" },
    body: [
      {
        id: 47,
        iid: 12,
        status: "failed",
        source: "push",
        ref: "main",
        sha,
        web_url: "https://gitlab.com/group/team/shop/-/pipelines/47",
        created_at: "2026-01-22T19:33:08Z",
      },
    ],
  }),
};

function start(root: string, routes: Routes, refuse: (request: Received) => Reply | undefined): Promise<HttpDouble> {
  return startHttpDouble((request) => {
    const { method, path, body } = request;
    const refused = refuse(request);
    if (refused) return refused;
    if (method === "POST" && typeof body !== "object")
      return { status: 400, body: { message: "Problems parsing JSON" } };
    const route = routes[`${method} ${path.startsWith(root) ? path.slice(root.length) : path}`];
    return route ? route(request) : { status: 404, body: { message: "Not Found" } };
  });
}

import { defined } from "@tenon/basis";
import { defineTool, jsonSchema, type ToolContext, ToolError } from "@tenon/toolset";

import type { NewPullRequest, PullRequest, PullRequestDetails, Run, RunFilter } from "../forge/forge.ts";
import { openForge } from "../forge/open-forge.ts";
import type { DeliveryState } from "../state.ts";
import { BRANCH, PAGING, type Paging, TITLE } from "./schemas.ts";

const PULL_REQUEST = {
  type: "object",
  properties: {
    number: { type: "integer" },
    title: { type: "string" },
    state: { type: "string", enum: ["open", "closed", "merged"] },
    url: { type: "string" },
    head: { type: "string" },
    base: { type: "string" },
    commit: { type: "string" },
  },
  required: ["number", "title", "state", "url", "head", "base", "commit"],
} as const;

type CreateArguments = Omit<NewPullRequest, "head"> & Partial<Pick<NewPullRequest, "head">>;

export const createPullRequest = defineTool({
  name: "create_pull_request",
  title: "Create a pull request",
  description:
    "Opens a pull request (a merge request on GitLab) for a branch that has been pushed, where others see it at once. Push the branch first.",
  input: jsonSchema<CreateArguments>({
    type: "object",
    properties: {
      title: TITLE,
      head: { ...BRANCH, description: "The branch with the changes; the current one by default" },
      base: { ...BRANCH, description: "The branch to merge into; the default branch by default" },
      body: { type: "string", maxLength: 60_000, description: "Markdown; name the issue that it closes" },
      draft: { type: "boolean", description: "Not ready for review; false by default" },
    },
    required: ["title"],
    additionalProperties: false,
  }),
  output: jsonSchema<PullRequest>(PULL_REQUEST),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(request, { state, signal }: ToolContext<DeliveryState>) {
    const forge = await openForge(state, signal);
    const head = request.head ?? (await state.git.branch(signal));
    if (head === undefined) throw new ToolError("invalid_input", "No branch is checked out: name one as head");
    return await forge.createPullRequest({ ...request, head }, signal);
  },
});

export const getPullRequest = defineTool({
  name: "get_pull_request",
  title: "Get a pull request",
  description: "A pull request with its state, whether it can be merged, its reviews, and the results of its checks.",
  input: jsonSchema<{ readonly number: number }>({
    type: "object",
    properties: { number: { type: "integer", minimum: 1, maximum: 2_147_483_647 } },
    required: ["number"],
    additionalProperties: false,
  }),
  output: jsonSchema<PullRequestDetails>({
    ...PULL_REQUEST,
    properties: { ...PULL_REQUEST.properties, reviews: { type: "array" }, checks: { type: "array" } },
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  async run({ number }, { state, signal }: ToolContext<DeliveryState>) {
    const forge = await openForge(state, signal);
    return await forge.getPullRequest(number, signal);
  },
});

type RunArguments = Paging & Omit<RunFilter, keyof Paging>;

interface Runs {
  readonly runs: readonly Run[];
  readonly next_page?: number;
}

export const listRuns = defineTool({
  name: "list_runs",
  title: "List runs",
  description: "Lists runs of the project's continuous integration (GitHub Actions, GitLab pipelines), newest first.",
  input: jsonSchema<RunArguments>({
    type: "object",
    properties: {
      branch: { ...BRANCH, description: "Only runs of this branch" },
      commit: { type: "string", pattern: "^[0-9a-f]{40,64}$", description: "Only runs of this commit" },
      status: {
        type: "string",
        pattern: "^[a-z_]{1,40}$",
        description:
          "In the words of the service: success, failure or failed, in_progress or running, queued or pending",
      },
      ...PAGING,
    },
    additionalProperties: false,
  }),
  output: jsonSchema<Runs>({
    type: "object",
    properties: { runs: { type: "array" }, next_page: { type: "integer" } },
    required: ["runs"],
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  async run({ page = 1, limit = 30, ...filter }, { state, signal }: ToolContext<DeliveryState>) {
    const forge = await openForge(state, signal);
    const { items, nextPage } = await forge.listRuns({ ...filter, page, limit }, signal);
    return { runs: items, ...defined({ next_page: nextPage }) };
  },
});

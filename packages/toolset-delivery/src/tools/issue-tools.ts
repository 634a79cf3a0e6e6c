import { defined } from "@tenon/basis";
import { defineTool, jsonSchema, type ToolContext } from "@tenon/toolset";

import type { Issue, IssueFilter, NewIssue } from "../forge/forge.ts";
import { openForge } from "../forge/open-forge.ts";
import type { DeliveryState } from "../state.ts";
import { NAMES, PAGING, type Paging, TITLE } from "./schemas.ts";

const ISSUE = {
  type: "object",
  properties: {
    number: { type: "integer" },
    title: { type: "string" },
    state: { type: "string" },
    url: { type: "string" },
  },
  required: ["number", "title", "state", "url"],
} as const;

export const createIssue = defineTool({
  name: "create_issue",
  title: "Create an issue",
  description:
    "Creates an issue in the project's GitHub or GitLab, where others see it at once, and returns its number and URL.",
  input: jsonSchema<NewIssue>({
    type: "object",
    properties: {
      title: TITLE,
      body: { type: "string", maxLength: 60_000, description: "Markdown" },
      labels: { ...NAMES, description: "Labels that the project has" },
      assignees: { ...NAMES, description: "User names" },
    },
    required: ["title"],
    additionalProperties: false,
  }),
  output: jsonSchema<Issue>(ISSUE),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(issue, { state, signal }: ToolContext<DeliveryState>) {
    const forge = await openForge(state, signal);
    return await forge.createIssue(issue, signal);
  },
});

interface ListArguments extends Paging {
  readonly state?: IssueFilter["state"];
  readonly labels?: readonly string[];
  readonly assignee?: string;
}

interface Issues {
  readonly issues: readonly Issue[];
  readonly next_page?: number;
}

export const listIssues = defineTool({
  name: "list_issues",
  title: "List issues",
  description:
    "Lists issues of the project, those created last first, a page at a time; next_page says that there are more.",
  input: jsonSchema<ListArguments>({
    type: "object",
    properties: {
      state: { type: "string", enum: ["open", "closed", "all"], description: "open by default" },
      labels: { ...NAMES, description: "Only issues with all of these" },
      assignee: { type: "string", minLength: 1, maxLength: 100, description: "Only issues of this user" },
      ...PAGING,
    },
    additionalProperties: false,
  }),
  output: jsonSchema<Issues>({
    type: "object",
    properties: { issues: { type: "array", items: ISSUE }, next_page: { type: "integer" } },
    required: ["issues"],
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  async run({ state: wanted = "open", labels, assignee, page = 1, limit = 30 }, context: ToolContext<DeliveryState>) {
    const forge = await openForge(context.state, context.signal);
    const filter = { state: wanted, labels, assignee, page, limit };
    const { items, nextPage } = await forge.listIssues(filter, context.signal);
    return { issues: items, ...defined({ next_page: nextPage }) };
  },
});

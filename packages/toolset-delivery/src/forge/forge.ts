/** Issues, pull requests and runs, on whichever service the project is. */

export interface Forge {
  readonly name: "GitHub" | "GitLab";
  /** `owner/name`. */
  readonly project: string;
  createIssue(issue: NewIssue, signal: AbortSignal): Promise<Issue>;
  listIssues(filter: IssueFilter, signal: AbortSignal): Promise<Page<Issue>>;
  createPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequest>;
  getPullRequest(number: number, signal: AbortSignal): Promise<PullRequestDetails>;
  listRuns(filter: RunFilter, signal: AbortSignal): Promise<Page<Run>>;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextPage: number | undefined;
}

export interface NewIssue {
  readonly title: string;
  readonly body?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly url: string;
  readonly author: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly updated_at: string;
}

interface Paging {
  readonly page: number;
  readonly limit: number;
}

export interface IssueFilter extends Paging {
  readonly state: "open" | "closed" | "all";
  readonly labels?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
}

export interface NewPullRequest {
  readonly title: string;
  readonly head: string;
  /** The default branch, if there is none. */
  readonly base?: string | undefined;
  readonly body?: string | undefined;
  readonly draft?: boolean | undefined;
}

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  readonly url: string;
  readonly author: string;
  readonly head: string;
  readonly base: string;
  readonly commit: string;
}

export interface PullRequestDetails extends PullRequest {
  readonly body: string;
  /** In the words of the service: "clean", "dirty", "mergeable", "conflict"; "unknown" while it is computed. */
  readonly mergeable: string;
  readonly reviews: readonly { readonly author: string; readonly state: string }[];
  readonly checks: readonly { readonly name: string; readonly result: string; readonly url: string }[];
}

export interface RunFilter extends Paging {
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly status?: string | undefined;
}

export interface Run {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly branch: string;
  readonly commit: string;
  readonly url: string;
  readonly created_at: string;
}

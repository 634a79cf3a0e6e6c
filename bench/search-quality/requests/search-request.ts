/**
 * One request, worded twice: as a model would ask a tool search, and as a person would tell a coding agent.
 */
export interface SearchRequest {
  /** The tools that would do, as server/tool. The first is the one meant; any of them counts as found. */
  readonly expect: readonly string[];
  readonly model: string;
  readonly user: string;
  /** Of the user's wording, when it is not English. */
  readonly language?: string;
}

/** Parts of schemas that several tools have. */

export interface Paging {
  readonly page?: number;
  readonly limit?: number;
}

export const PAGING = {
  page: { type: "integer", minimum: 1, maximum: 10_000, description: "1 by default" },
  limit: { type: "integer", minimum: 1, maximum: 100, description: "How many in a page; 30 by default" },
};

export const TITLE = { type: "string", minLength: 1, maxLength: 250 };

// A comma would make two labels of one in a query.
export const NAMES = {
  type: "array",
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 100, pattern: "^[^,]+$" },
};

// What git allows in a branch, and nothing that begins with a dash.
export const BRANCH = { type: "string", pattern: "^[A-Za-z0-9_][A-Za-z0-9._/+#@:-]{0,249}$" };

export const PATH = { type: "string", minLength: 1, maxLength: 1_000, pattern: "^[^-]" };

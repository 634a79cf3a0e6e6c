export const storeFlag = {
  kind: "parsed",
  parse: String,
  optional: true,
  placeholder: "url|file",
  brief: "Postgres for sessions of several machines: its URL, or a file with it",
} as const;

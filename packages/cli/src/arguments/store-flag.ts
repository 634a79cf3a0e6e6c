export const storeFlag = {
  kind: "parsed",
  parse: String,
  optional: true,
  placeholder: "url|file",
  brief: "Postgres database that several machines share: URL, or a file with it",
} as const;

/**
 * The pages of the site, in the order in which they are read. Each page of docs/ is in it once.
 */

export const contents: readonly (readonly [title: string, pages: readonly string[]])[] = [
  ["Start here", ["start", "page"]],
  ["Editors and agents", ["editors", "agents", "wrap", "models", "arrival"]],
  ["Your tools", ["tools", "configuration", "permissions", "commands"]],
  ["Write toolsets", ["toolsets", "database", "delivery"]],
  ["On the command line", ["run", "log", "doctor", "troubleshooting"]],
  ["Deployment", ["serve", "deploy", "connect"]],
  ["In your own program", ["client", "embedding", "timeline", "journal", "hub"]],
  ["Reference", ["extensions", "exit-codes", "rules"]],
];

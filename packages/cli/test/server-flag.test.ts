import { describe, expect, it } from "vitest";

import { serverFromFlag, splitWords } from "../src/arguments/server-from-flag.ts";

it.each([
  ["npx -y @modelcontextprotocol/server-filesystem /tmp", "server-filesystem"],
  ["npx -y some-server@1.2.3", "some-server"],
  ["node node_modules/@scope/their-server/dist/index.js stdio", "their-server"],
  ["/usr/local/bin/my-server --stdio", "my-server"],
  ["uvx mcp-server-git", "mcp-server-git"],
  ["python3 -m server.py", "server"],
  ["https://mcp.example.com/mcp", "mcp.example.com"],
  ["docs=https://mcp.example.com/mcp", "docs"],
  ["files=npx -y @modelcontextprotocol/server-filesystem /tmp", "files"],
])("%s is called %s", (text, name) => expect(serverFromFlag(text).name).toBe(name));

describe("a command line is split as a shell does", () => {
  it.each([
    [`a b  c`, ["a", "b", "c"]],
    [`a "b c" 'd e'`, ["a", "b c", "d e"]],
    [`a b\\ c "d\\"e"`, ["a", "b c", `d"e`]],
    [`a --x="b c"`, ["a", "--x=b c"]],
    [`a ""`, ["a", ""]],
    ["", []],
  ])("%s", (text, words) => expect(splitWords(text)).toEqual(words));

  it("an open quote is named", () => expect(() => splitWords(`a "b`)).toThrow("A quote is not closed"));
});

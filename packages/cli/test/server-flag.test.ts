import { expect, it } from "vitest";

import { serverFromFlag } from "../src/arguments/server-from-flag.ts";

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

it("splits a command line as a shell does", () => {
  expect(serverFromFlag(`a b\\ c "d\\"e" 'f g' --x="h i" ""`)).toMatchObject({
    command: "a",
    args: ["b c", `d"e`, "f g", "--x=h i", ""],
  });
});

it("refuses an unclosed quote", () => expect(() => serverFromFlag(`a "b`)).toThrow("unclosed quote"));

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { decide, type Effect, parseRules, type Policy, type Rule, type Subject } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { modes, policyIn } from "../../packages/agent/src/modes/modes.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/permissions.md", import.meta.url)), "utf8");
const roots = ["/home/me/project"];
const read = (path: string): Subject => ({ type: "path", access: "read", path, roots });
const write = (path: string): Subject => ({ type: "path", access: "write", path, roots });
const run = (shell: string): Subject => ({ type: "command", shell });
const call = (server: string, tool: string): Subject => ({ type: "tool-call", server, tool });
const open = (url: string): Subject => ({ type: "url", url, network: "public" });

const rulesOf = (id: string, layers: Policy) => {
  const mode = modes.find((each) => each.id === id) ?? { id, name: id, description: id };
  return policyIn(mode, { floor: { name: "floor", rules: [] }, layers });
};

describe("the rules in docs/permissions.md", () => {
  const [first = [], secret = [], exception = [], network = []] = [...page.matchAll(/^```json\n(.*?)^```$/gms)]
    .filter(([, block = ""]) => block.includes('"policy"'))
    .map(rulesIn);

  it.each<[string, Subject, Effect]>([
    ["a tool by the beginning of its name", call("github", "get_issue"), "allow"],
    ["another tool", call("github", "create_issue"), "ask"],
    ["a tool that deletes, of any server", call("files", "delete_file"), "deny"],
    ["a command with arguments", run("npm test -- --watch"), "allow"],
    ["the same command without", run("npm test"), "allow"],
    ["two commands that are both allowed", run("npm test && git status"), "allow"],
    ["one that is not behind one that is", run("npm test && curl example.com"), "ask"],
    ["a redirection", run("git diff > /etc/passwd"), "ask"],
    ["a forbidden command behind an allowed one", run("npm test && git push origin main"), "deny"],
    ["an option that writes elsewhere", run("git diff --output=/etc/passwd"), "ask"],
    ["an option that reads elsewhere", run("git diff --no-index /dev/null ~/.ssh/id_rsa"), "ask"],
    ["a forbidden command behind a global option", run("git -C . push"), "deny"],
    ["a forbidden command by its path", run("/usr/bin/git push"), "deny"],
    ["a file outside that may be read", read("/usr/share/doc/bash/README"), "allow"],
    ["a file outside", read("/etc/passwd"), "ask"],
    ["an address below a domain", open("https://api.nodejs.org/docs"), "allow"],
    ["an address without TLS", open("http://api.nodejs.org/docs"), "deny"],
  ])("decide about %s", (_, subject, effect) => {
    expect(decide(subject, rulesOf("ask", [user(first)])).effect).toBe(effect);
  });

  it("are above what a mode allows and beneath what it forbids", () => {
    const inMode = (mode: string, subject: Subject) => decide(subject, rulesOf(mode, [user(first)])).effect;
    expect(inMode("code", write("/home/me/project/migrations/1.sql"))).toBe("deny");
    expect(inMode("architect", run("npm test"))).toBe("deny");
  });

  it("let one file be read where keys are kept, and no other", () => {
    const effectOf = (path: string) => decide(read(path), rulesOf("ask", [user(secret)])).effect;
    expect([effectOf("/home/me/.ssh/config"), effectOf("/home/me/.ssh/id_ed25519")]).toEqual(["allow", "deny"]);
  });

  it("allow one tool out of those that are denied", () => {
    const effectOf = (tool: string) => decide(call("github", tool), rulesOf("ask", [user(exception)])).effect;
    expect([effectOf("get_issue"), effectOf("delete_repository"), effectOf("delete_branch")]).toEqual([
      "allow",
      "deny",
      "allow",
    ]);
  });

  it("let a server of a private network in, and only that one", () => {
    const server = (url: string): Subject => {
      return { type: "server", server: "x", source: "user", url, network: "private" };
    };
    const effectOf = (url: string) => decide(server(url), rulesOf("ask", [user(network)])).effect;
    expect(effectOf("https://mcp.intern.example/mcp")).toBe("allow");
    expect(effectOf("https://other.intern.example/mcp")).toBe("deny");
  });
});

describe("the table of modes in docs/permissions.md", () => {
  const words: Readonly<Record<string, Effect>> = {
    done: "allow",
    asks: "ask",
    "asks each time": "ask",
    "not done": "deny",
  };
  const columns: readonly Subject[] = [
    read("/home/me/project/src/main.ts"),
    write("/home/me/project/src/main.ts"),
    read("/etc/hosts"),
    write("/etc/hosts"),
    run("make"),
    call("github", "get_issue"),
    open("https://example.com/"),
  ];

  it.each(modes)("is true of $id", ({ id }) => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${id}\``)) ?? "";
    const promised = row
      .split("|")
      .slice(2, -1)
      .map((cell) => words[cell.trim()]);
    expect(columns.map((subject) => decide(subject, rulesOf(id, [])).effect)).toEqual(promised);
  });

  it.each(modes)("is followed by what holds in $id as in every mode", ({ id }) => {
    const effectOf = (subject: Subject) => decide(subject, rulesOf(id, [])).effect;
    expect(effectOf(read("/home/me/.ssh/id_ed25519"))).toBe("deny");
    expect(effectOf(write("/home/me/.aws/credentials"))).toBe("deny");
    expect(effectOf(read("/home/me/project/.env"))).toBe("ask");
    for (const file of [".git/hooks/pre-commit", ".vscode/tasks.json", ".envrc", ".npmrc", "tenon.json", ".mcp.json"]) {
      expect(effectOf(write(`/home/me/project/${file}`))).toBe(id === "architect" ? "deny" : "ask");
    }
    expect(effectOf({ type: "url", url: "http://example.com/", network: "public" })).toBe("deny");
    expect(effectOf({ type: "url", url: "https://nas/", network: "private" })).toBe("deny");
    expect(effectOf({ type: "url", url: "http://localhost:3000/", network: "loopback" })).toBe("ask");
  });
});

function rulesIn([, block = ""]: RegExpExecArray): readonly Rule[] {
  const { policy } = JSON.parse(block) as { readonly policy: unknown };
  return parseRules(policy, { home: "/home/me" });
}

function user(rules: readonly Rule[]) {
  return { name: "user", rules };
}

import { describe, expect, it } from "vitest";

import { decide, defaultRules, type Rule, type Subject } from "../../src/index.ts";

const roots = ["/ws"];
const server = { type: "server", server: "s", source: "client" } as const;
const variable = { type: "environment", server: "s" } as const;

describe("by default", () => {
  it.each<readonly [string, Subject, string]>([
    ["a tool call", { type: "tool-call", server: "s", tool: "t" }, "ask"],
    ["a built-in tool", { type: "tool-call", tool: "t" }, "ask"],
    ["a command", { type: "command", command: "ls" }, "ask"],
    ["reading in a root", { type: "path", access: "read", path: "/ws/a", roots }, "allow"],
    ["writing in a root", { type: "path", access: "write", path: "/ws/a", roots }, "ask"],
    ["reading a file of secrets", { type: "path", access: "read", path: "/ws/app/.env.local", roots }, "ask"],
    ["reading elsewhere", { type: "path", access: "read", path: "/etc/passwd", roots }, "deny"],
    ["writing elsewhere", { type: "path", access: "write", path: "/ws-evil/a", roots }, "deny"],
    ["reading a key", { type: "path", access: "read", path: "/home/me/.ssh/id_ed25519", roots }, "deny"],
    ["listing the folder of keys", { type: "path", access: "read", path: "/home/me/.ssh", roots }, "deny"],
    ["reading a key in a root", { type: "path", access: "read", path: "/ws/.aws/credentials", roots }, "deny"],
    ["reading our own keys", { type: "path", access: "read", path: "/home/me/.config/tenon/keys.json", roots }, "deny"],
    [
      "reading a key on Windows",
      { type: "path", access: "read", path: String.raw`D:\Users\me\.SSH\id_rsa`, roots: [String.raw`C:\ws`] },
      "deny",
    ],
    ["an address", { type: "url", url: "https://example.com/", network: "public" }, "ask"],
    ["an address without TLS", { type: "url", url: "http://example.com/", network: "public" }, "deny"],
    ["an address on this machine", { type: "url", url: "http://localhost:3000/", network: "loopback" }, "ask"],
    ["an address in a private network", { type: "url", url: "https://nas/", network: "private" }, "deny"],
    ["the cloud's own address", { type: "url", url: "https://169.254.169.254/", network: "link-local" }, "deny"],
    ["a declared command", { ...server, command: "npx", args: ["x"] }, "allow"],
    ["a declared URL", { ...server, url: "https://example.com/mcp", network: "public" }, "allow"],
    ["a declared URL without TLS", { ...server, url: "http://example.com/mcp", network: "public" }, "deny"],
    ["a declared URL on this machine", { ...server, url: "http://127.0.0.1:3000/mcp", network: "loopback" }, "allow"],
    ["a declared URL in a private network", { ...server, url: "https://nas/mcp", network: "private" }, "deny"],
    ["a command of a remote client", { ...server, source: "remote", command: "npx" }, "deny"],
    [
      "a URL of a remote client",
      { ...server, source: "remote", url: "https://example.com/", network: "public" },
      "allow",
    ],
    [
      "a URL of a remote client on this machine",
      { ...server, source: "remote", url: "http://127.0.0.1:3000/mcp", network: "loopback" },
      "deny",
    ],
    ["a harmless variable", { ...variable, source: "project", variable: "LOG_LEVEL" }, "allow"],
    ["a variable that runs code", { ...variable, source: "project", variable: "NODE_OPTIONS" }, "ask"],
    ["a variable that runs code, of the user", { ...variable, source: "user", variable: "NODE_OPTIONS" }, "allow"],
  ])("%s: %s", (_what, subject, effect) => {
    expect(decide(subject, [defaultRules]).effect).toBe(effect);
  });

  it.each([
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "PYTHONSTARTUP",
    "PERL5OPT",
    "GIT_SSH_COMMAND",
    "node_options",
    "Path",
  ])("[K-18] %s of a project is asked about", (name) => {
    const subject = { type: "environment", server: "s", source: "project", variable: name } as const;
    expect(decide(subject, [defaultRules]).effect).toBe("ask");
  });

  it("a user's rule that names host and network opens a private network, and one that does not, does not", () => {
    const nas = { ...server, url: "http://nas.local:3000/mcp", network: "private" } as const;
    const when = { subject: "server", url: "http://nas.local:3000" } as const;
    const withRule = (rule: object) =>
      decide(nas, [defaultRules, { name: "user", rules: [{ effect: "allow", when: { ...when, ...rule } }] }]);
    expect(withRule({}).effect).toBe("deny");
    expect(withRule({ network: "private" }).effect).toBe("allow");
  });

  it("[K-03] a rule for everything outside the roots does not open keys, a rule that names the file does", () => {
    const read = (path: string, ...rules: readonly Rule[]) => {
      const outside: Rule = { effect: "ask", when: { subject: "path" } };
      const layers = [defaultRules, { name: "mode", rules: [outside] }, { name: "user", rules }];
      return decide({ type: "path", access: "read", path, roots }, layers).effect;
    };
    expect(read("/home/me/notes.txt")).toBe("ask");
    expect(read("/home/me/.ssh/config")).toBe("deny");
    expect(read("/home/me/.ssh/config", { effect: "allow", when: { path: "/home/me/**" } })).toBe("deny");
    expect(read("/home/me/.ssh/config", { effect: "allow", when: { path: "/home/me/.ssh/config" } })).toBe("allow");
  });

  it("a user who denies everything is obeyed", () => {
    const locked = [defaultRules, { name: "user", rules: [{ effect: "deny", when: {} }] }] as const;
    const subjects: readonly Subject[] = [
      { type: "path", access: "read", path: "/ws/a", roots },
      { type: "tool-call", tool: "t" },
      { ...server, command: "npx" },
      { ...variable, source: "user", variable: "A" },
    ];
    for (const subject of subjects) expect(decide(subject, locked).effect).toBe("deny");
  });

  it("every rule says why", () => {
    for (const rule of defaultRules.rules) expect(rule.why).toMatch(/[^.]$/);
  });
});

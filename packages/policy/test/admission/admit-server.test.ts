import { describe, expect, it } from "vitest";

import { admitServer, defaultRules, type Policy, type ServerDeclaration, type Source } from "../../src/index.ts";

const policy: Policy = [defaultRules];
const resolveHost = async () => ["93.184.216.34"];
const npx: ServerDeclaration = { name: "files", command: "npx", args: ["-y", "server"] };
const admit = (server: ServerDeclaration, source: Source, options: { isTrusted?: boolean; policy?: Policy } = {}) =>
  admitServer(server, { policy, resolveHost, source, ...options });

describe("a server", () => {
  it("that the user or the client declares is admitted", async () => {
    expect((await admit(npx, "user")).effect).toBe("allow");
    expect((await admit(npx, "client")).effect).toBe("allow");
    expect(await admit({ name: "web", url: "https://example.com/mcp" }, "client")).toMatchObject({
      effect: "allow",
      networks: ["public"],
    });
  });

  it("[K-02] [P32] that a project declares needs trust", async () => {
    const decision = await admit(npx, "project");
    expect(decision).toMatchObject({ effect: "ask", by: { type: "check", check: "trust" } });
    expect(decision.reason).toContain("the project file that declares it is not trusted");
    expect((await admit(npx, "project", { isTrusted: true })).effect).toBe("allow");
  });

  it("[K-02] that is not trusted is not even looked up", async () => {
    const hosts: string[] = [];
    const resolve = async (host: string) => (hosts.push(host), ["93.184.216.34"]);
    const web = { name: "web", url: "https://who-opened-this.test/mcp" };
    const options = { policy, resolveHost: resolve, source: "project" } as const;
    expect(await admitServer(web, options)).toMatchObject({ effect: "ask", networks: [] });
    expect(hosts).toEqual([]);
    expect(await admitServer(web, { ...options, isTrusted: true })).toMatchObject({
      effect: "allow",
      networks: ["public"],
    });
    expect(hosts).toEqual(["who-opened-this.test"]);
  });

  it("[K-10] that a project declares is not admitted by any rule in place of trust", async () => {
    const loose: Policy = [
      ...policy,
      { name: "user", rules: [{ effect: "allow", when: { subject: "server", source: "project", command: "npx *" } }] },
    ];
    expect((await admit(npx, "project", { policy: loose })).effect).toBe("ask");
  });

  it("[K-11] is not trusted by something that only looks like a yes", async () => {
    const options: { isTrusted?: boolean } = JSON.parse('{ "isTrusted": { "value": false } }');
    expect((await admit(npx, "project", options)).effect).toBe("ask");
  });

  it("is denied by a rule for its command, even if it is trusted", async () => {
    const strict: Policy = [...policy, { name: "user", rules: [{ effect: "deny", when: { command: "npx *" } }] }];
    for (const source of ["user", "project"] as const) {
      const decision = await admit({ ...npx, command: "/usr/bin/npx" }, source, { isTrusted: true, policy: strict });
      expect(decision).toMatchObject({ effect: "deny", by: { type: "rule", layer: "user", number: 1 } });
    }
  });

  it("[K-18] that sets variables which run code is asked about, with each variable named", async () => {
    const server = { ...npx, env: { NODE_OPTIONS: "--require ./evil.js", LOG: "1", ld_preload: "x" } };
    const { decisions } = await admit(server, "project");
    const asked = decisions.filter(({ effect }) => effect === "ask").map(({ reason }) => reason);
    expect(asked).toHaveLength(3);
    expect(asked.join("\n")).toContain('Variable "NODE_OPTIONS" for server "files" needs approval');
    expect(asked.join("\n")).toContain('Variable "ld_preload"');
    expect(asked.join("\n")).not.toContain("evil");
    expect((await admit(server, "user")).effect).toBe("allow");
  });

  it("of a client on another machine starts no program here", async () => {
    expect((await admit(npx, "remote")).effect).toBe("deny");
    expect((await admit({ name: "web", url: "https://example.com/mcp" }, "remote")).effect).toBe("allow");
  });

  it("without TLS, or in a private network, is denied", async () => {
    expect((await admit({ name: "web", url: "http://example.com/mcp" }, "user")).effect).toBe("deny");
    expect((await admit({ name: "web", url: "https://192.168.1.5/mcp" }, "user")).effect).toBe("deny");
    expect((await admit({ name: "web", url: "http://127.0.0.1:3000/mcp" }, "user")).effect).toBe("allow");
  });

  it.each([{ name: "none" }, { name: "both", command: "npx", url: "https://example.com/" }])(
    "must have a command or a URL: $name",
    async (server) => {
      expect(await admit(server, "user")).toMatchObject({ effect: "deny", by: { check: "declaration" } });
    },
  );
});

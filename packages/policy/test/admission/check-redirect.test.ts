import { describe, expect, it } from "vitest";

import { checkRedirect, defaultRules } from "../../src/index.ts";

const resolveHost = async (host: string) => (host === "inside.test" ? ["10.0.0.1"] : ["93.184.216.34"]);
const subject = {
  type: "server",
  server: "s",
  source: "client",
  url: "https://a.test/mcp",
  network: "public",
} as const;
const redirect = (location: string) => checkRedirect(subject, location, { policy: [defaultRules], resolveHost });

describe("[P44] a redirect", () => {
  it.each([
    ["/mcp/", "https://a.test/mcp/"],
    ["https://a.test:443/x", "https://a.test/x"],
    ["https://b.test/mcp", "https://b.test/mcp"],
    ["//b.test/mcp", "https://b.test/mcp"],
    ["https://a.test:8443/mcp", "https://a.test:8443/mcp"],
    ["https://sub.a.test/mcp", "https://sub.a.test/mcp"],
  ])("to %s goes to %s", async (location, url) => {
    expect(await redirect(location)).toMatchObject({ effect: "allow", url });
  });

  it.each([
    ["http://a.test/mcp"],
    ["http://localhost:3000/"],
    ["https://inside.test/"],
    ["https://169.254.169.254/latest/meta-data"],
    ["file:///etc/passwd"],
    ["unix:///run/docker.sock"],
    ["https://user:password@a.test/"],
    ["http://"],
  ])("to %s is denied", async (location) => {
    expect((await redirect(location)).effect).toBe("deny");
  });

  it("from an encrypted connection to one that is not is denied, whatever rules say", async () => {
    const open = { effect: "allow", when: { subject: "server", url: "http://a.test", network: "public" } } as const;
    const policy = [defaultRules, { name: "user", rules: [open] }];
    const check = await checkRedirect(subject, "http://a.test/mcp", { policy, resolveHost });
    expect(check).toMatchObject({ effect: "deny", by: { type: "check", check: "redirect" } });
    const plain = { ...subject, url: "http://a.test/mcp" };
    expect((await checkRedirect(plain, "http://a.test/mcp/", { policy, resolveHost })).effect).toBe("allow");
  });
});

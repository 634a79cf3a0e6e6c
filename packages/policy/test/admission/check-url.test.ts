import { describe, expect, it } from "vitest";

import {
  checkUrl,
  decide,
  defaultRules,
  grantTarget,
  hostWarning,
  makeGrant,
  type Policy,
  type ResolveHost,
} from "../../src/index.ts";

const addresses: Record<string, readonly string[]> = {
  "example.com": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "rebind.test": ["93.184.216.34", "10.0.0.7"],
  "nas.local": ["192.168.1.5"],
  localhost: ["127.0.0.1", "::1"],
};
const resolveHost: ResolveHost = async (host) => {
  const found = addresses[host];
  if (!found) throw new Error(`ENOTFOUND ${host}`);
  return found;
};
const policy: Policy = [defaultRules];
const server = (url: string) => ({ type: "server", server: "s", source: "client", url }) as const;
const check = (url: string, rules: Policy = policy) => checkUrl(server(url), { policy: rules, resolveHost });

describe("checkUrl", () => {
  it.each([
    ["https://example.com/mcp", "allow", ["public"]],
    ["wss://example.com/mcp", "allow", ["public"]],
    ["http://example.com/mcp", "deny", ["public"]],
    ["ws://example.com/mcp", "deny", ["public"]],
    ["http://localhost:3000/mcp", "allow", ["loopback"]],
    ["http://LOCALHOST.:3000/mcp", "allow", ["loopback"]],
    ["http://127.0.0.1:3000/mcp", "allow", ["loopback"]],
    ["http://2130706433/mcp", "allow", ["loopback"]],
    ["http://0x7f000001/mcp", "allow", ["loopback"]],
    ["http://017700000001/mcp", "allow", ["loopback"]],
    ["http://127.1/mcp", "allow", ["loopback"]],
    ["http://[::1]:3000/mcp", "allow", ["loopback"]],
    ["http://[::ffff:127.0.0.1]/mcp", "allow", ["loopback"]],
    ["https://nas.local/mcp", "deny", ["private"]],
    ["https://10.0.0.1/mcp", "deny", ["private"]],
    ["https://0xa.0.0.1/mcp", "deny", ["private"]],
    ["https://[::ffff:10.0.0.1]/mcp", "deny", ["private"]],
    ["https://[fd00::1]/mcp", "deny", ["private"]],
    ["https://169.254.169.254/latest", "deny", ["link-local"]],
    ["https://0.0.0.0/mcp", "deny", ["reserved"]],
    ["https://rebind.test/mcp", "deny", ["public", "private"]],
  ])("%s: %s", async (url, effect, networks) => {
    expect(await check(url)).toMatchObject({ effect, networks });
  });

  it.each([
    ["not a url", "not a valid URL"],
    ["file:///etc/passwd", 'the scheme "file:" is not supported'],
    ["unix:///run/docker.sock", 'the scheme "unix:" is not supported'],
    ["https://me:hunter2-hunter2@example.com/", "the URL contains a user name or password"],
    ["https://example.com@evil.test/", "the URL contains a user name or password"],
  ])("%s is denied by a check that no rule can loosen", async (url, problem) => {
    const loose: Policy = [{ name: "user", rules: [{ effect: "allow", when: { subject: "server" } }] }];
    const decision = await check(url, loose);
    expect(decision).toMatchObject({ effect: "deny", by: { type: "check", check: "url" } });
    expect(decision.reason).toContain(problem);
    expect(decision.reason).not.toContain("hunter2");
  });

  it("a host that cannot be found is judged by its name; the lookup judges it again when it can", async () => {
    expect(await check("https://nowhere.test/")).toMatchObject({ effect: "allow", networks: [] });
    expect(await check("http://nowhere.test/")).toMatchObject({ effect: "deny", networks: [] });
  });

  it("a private network opens for a rule that names it", async () => {
    const when = { subject: "server", url: "https://nas.local", network: "private" } as const;
    const rules: Policy = [defaultRules, { name: "user", rules: [{ effect: "allow", when }] }];
    expect((await check("https://nas.local/mcp", rules)).effect).toBe("allow");
    expect((await check("https://rebind.test/mcp", rules)).effect).toBe("deny");
  });

  it("is answered by a grant for where the host leads", async () => {
    const subject = { type: "url", url: "https://example.com/x" } as const;
    const target = grantTarget({ ...subject, network: "public" })!;
    const grant = makeGrant({
      target,
      verdict: "allow",
      scope: { type: "everywhere" },
      lifetime: "always",
      now: new Date(0),
    });
    expect((await checkUrl(subject, { policy, resolveHost })).effect).toBe("ask");
    expect((await checkUrl(subject, { policy, resolveHost, grants: [grant] })).effect).toBe("allow");
    const rebound = { policy, grants: [grant], resolveHost: async () => ["93.184.216.34", "127.0.0.1"] };
    expect((await checkUrl(subject, rebound)).effect).toBe("ask");
  });

  it("finds hosts by the system if nothing else is given", async () => {
    expect(await checkUrl(server("http://localhost:1/"), { policy })).toMatchObject({ networks: ["loopback"] });
  });
});

describe("[P35] hostWarning", () => {
  it("shows a punycode name both ways, and is silent about others", () => {
    expect(hostWarning(new URL("https://аpple.com/"))).toBe(
      '"xn--pple-43d.com" is displayed as "аpple.com", which can imitate another name.',
    );
    expect(hostWarning(new URL("https://apple.com/"))).toBeUndefined();
  });
});

it("a rule for a host is not met by a host that only looks alike", () => {
  const rules: Policy = [{ name: "user", rules: [{ effect: "allow", when: { url: "apple.com" } }] }];
  expect(decide({ type: "url", url: "https://apple.com/" }, rules).effect).toBe("allow");
  expect(decide({ type: "url", url: "https://аpple.com/" }, rules).effect).toBe("ask");
});

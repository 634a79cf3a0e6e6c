import type { LookupFunction } from "node:net";

import { defaultRules, type Rule } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { admit } from "../../src/admission.ts";
import { insistThatNothingIsLeft, openTestHub } from "../open-test-hub.ts";
import { listening } from "./fixtures/listening.ts";
import { openWorld } from "./fixtures/world.ts";

insistThatNothingIsLeft();

describe("requests of a sign-in", () => {
  it("[H8] never reach an authorization server that the policy denies as a server's URL", async () => {
    await using world = await openWorld();
    const reached: string[] = [];
    world.provider.habits.before = (path) => void reached.push(path);
    await using hub = openTestHub([remote(world.server.url)], { policy: denying(world.provider.issuer) });
    const { reason } = await hub.until("locked", "failed");
    expect(reason).toContain(world.provider.issuer);
    expect(reason).toContain("not for servers");
    expect(reached).toEqual([]);
  });

  it("[H8] never reach metadata at an address that the policy denies", async () => {
    await using world = await openWorld();
    const reached: string[] = [];
    await using elsewhere = await listening(async (request, response) => {
      reached.push(request.url ?? "");
      response.writeHead(404).end();
    });
    world.server.metadataUrl = `${elsewhere.origin}/latest/meta-data`;
    await using hub = openTestHub([remote(world.server.url)], { policy: denying(elsewhere.origin) });
    await hub.until("locked", "failed");
    expect(reached).toEqual([]);
  });

  it.each(["token_endpoint", "registration_endpoint"])(
    "[H8] never reach a %s at an address that the policy denies",
    async (endpoint) => {
      await using world = await openWorld();
      const reached: string[] = [];
      await using elsewhere = await listening(async (request, response) => {
        reached.push(request.url ?? "");
        response.writeHead(404).end();
      });
      world.provider.habits.metadata = { [endpoint]: `${elsewhere.origin}/here` };
      await using hub = openTestHub([remote(world.server.url)], { policy: denying(elsewhere.origin) });
      const signingIn = hub.signIn("locked", { openBrowser: async (url) => void (await fetch(url)) });
      await expect(signingIn).rejects.toMatchObject({ code: "not_allowed" });
      expect(reached).toEqual([]);
    },
  );

  it("[H8] are not made for a server that is not admitted", async () => {
    await using world = await openWorld();
    const policy = [defaultRules, { name: "user", rules: [deny({ server: "locked" })] }];
    await using hub = openTestHub([remote(world.server.url)], { policy });
    await hub.until("locked", "failed");
    await expect(hub.signIn("locked", { openBrowser: () => {} })).rejects.toMatchObject({ code: "not_admitted" });
    expect(world.server.requests).toEqual([]);
    expect(world.provider.registrations).toEqual([]);
  });
});

describe("the addresses that a server on another machine names", () => {
  it.each([
    ["what listens on this machine", "http://127.0.0.1:8080/token"],
    ["a name of this machine", "http://localhost:8080/token"],
    ["what listens on this machine, by https", "https://[::1]/token"],
    ["the metadata service of a cloud", "http://169.254.169.254/latest/meta-data"],
    ["the metadata service of a cloud, by https", "https://169.254.169.254/token"],
    ["a private network", "https://10.0.0.1/token"],
    ["an address without TLS", "http://8.8.4.4/token"],
    ["a file", "file:///etc/passwd"],
  ])("[H8] are refused where they lead to %s", async (_, address) => {
    const { gate } = await admit(remote("https://8.8.8.8/mcp"), {});
    await expect(gate?.(new URL(address))).rejects.toMatchObject({ cause: { name: "PolicyError" } });
  });

  it("[H8] are refused when a name leads to this machine only once it is connected to", async () => {
    const lookup: LookupFunction = (_host, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]);
    const { gate } = await admit(remote("https://8.8.8.8/mcp"), { lookup });
    const checked = await gate?.(new URL("https://rebinding.invalid/token"));
    const { promise, resolve } = Promise.withResolvers<unknown>();
    checked?.("rebinding.invalid", { all: true }, resolve);
    await expect(promise).resolves.toMatchObject({ code: "address_refused" });
  });

  it("[H8] are allowed where they are public, or a rule of the user's says so", async () => {
    const rule: Rule = { effect: "allow", when: { subject: "server", url: "https://10.0.0.1", network: "private" } };
    const policy = [defaultRules, { name: "user", rules: [rule] }];
    const { gate } = await admit(remote("https://8.8.8.8/mcp"), { policy });
    await expect(gate?.(new URL("https://10.0.0.1/token"))).resolves.toBeTypeOf("function");
    await expect(gate?.(new URL("https://1.1.1.1/token"))).resolves.toBeTypeOf("function");
  });
});

function remote(url: string) {
  return { type: "http", name: "locked", url, headers: {} } as const;
}

function denying(url: string) {
  return [defaultRules, { name: "user", rules: [deny({ subject: "server", url })] }];
}

function deny(when: Rule["when"]): Rule {
  return { effect: "deny", when, why: "not for servers" };
}

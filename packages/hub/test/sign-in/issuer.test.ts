import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "./fixtures/identity-provider.ts";
import { browser, openWorld, request } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("an issuer", () => {
  it("that takes the place of another gets nothing that was the other's", async () => {
    await using world = await openWorld();
    await using next = await startIdentityProvider();
    const signIn = world.open({ openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url));
    const before = await world.remembered();
    const old = { ...world.provider };
    world.server.provider = next;
    expect((await signIn.run(() => request(signIn, world.server.url))).status).toBe(200);
    expect(next.registrations).toHaveLength(1);
    expect(next.tokenRequests.map(({ parameters }) => parameters.get("grant_type"))).toEqual(["authorization_code"]);
    expect(JSON.stringify(next.tokenRequests)).not.toContain(before?.tokens?.refresh_token);
    expect(old.tokenRequests).toHaveLength(1);
    expect(await world.remembered()).toMatchObject({ issuer: next.issuer, client: { client_id: "client-1" } });
  });

  it("is never shown scopes that another has granted", async () => {
    await using world = await openWorld();
    await using next = await startIdentityProvider();
    await world.remember({ tokens: world.provider.issue({ scope: "theirs" }) });
    world.server.provider = next;
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ details: { scope: undefined } });
  });

  it("must not be another one for a client id that the owner wrote down", async () => {
    await using world = await openWorld();
    await using next = await startIdentityProvider();
    const spec = { url: world.server.url, headers: {}, signIn: { clientId: "mine", clientSecret: "quiet" } };
    const signIn = world.open({ spec, openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url));
    world.server.provider = next;
    await expect(signIn.run(() => request(signIn, world.server.url))).rejects.toMatchObject({
      code: "issuer_mismatch",
      details: { issuer: world.provider.issuer },
    });
    expect([...next.authorizations, ...next.tokenRequests]).toEqual([]);
  });

  it("must be the configured one, if there is one, but for the slash at the end", async () => {
    await using world = await openWorld();
    const wrong = world.open({ signIn: { clientId: "mine", issuer: "https://other.example.com" } });
    await expect(request(wrong, world.server.url)).rejects.toMatchObject({ code: "issuer_mismatch" });
    const right = world.open({
      signIn: { clientId: "mine", issuer: `${world.provider.issuer}/` },
      openBrowser: browser,
    });
    await right.signIn();
  });

  it("must call itself by the name it was found under", async () => {
    await using world = await openWorld();
    world.provider.habits.metadata = { issuer: "https://evil.example.com" };
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "issuer_mismatch" });
    expect(world.asked).toEqual([]);
  });

  it.each([
    ["another", "https://evil.example.com"],
    ["itself with a slash", "slash"],
    ["nobody, though it promised to name itself,", undefined],
  ])("that names %s in its answer gets no code redeemed", async (_what, iss) => {
    await using world = await openWorld();
    world.provider.habits.iss = iss === "slash" ? `${world.provider.issuer}/` : iss;
    const signingIn = world.open({ openBrowser: browser }).signIn();
    await expect(signingIn).rejects.toMatchObject({
      code: "issuer_mismatch",
      message: expect.not.stringContaining("evil"),
    });
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it("that is wrong is not believed when it says no, either", async () => {
    await using world = await openWorld();
    world.provider.habits.iss = "https://evil.example.com";
    world.provider.habits.authorizationError = "call 555-0100";
    const signingIn = world.open({ openBrowser: browser }).signIn();
    await expect(signingIn).rejects.toMatchObject({ code: "issuer_mismatch" });
  });

  it("is not asked for tokens that are good for another server", async () => {
    await using world = await openWorld();
    world.server.metadata = { resource: "https://bank.example.com/mcp" };
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "resource_mismatch" });
    expect(world.provider.registrations).toEqual([]);
  });

  it.each(["file:///etc/passwd", "http://plain.example.com/authorize", "ssh://host/ -oProxyCommand=x"])(
    "cannot have a browser started with %s",
    async (address) => {
      await using world = await openWorld();
      world.provider.habits.metadata = { authorization_endpoint: address };
      const signIn = world.open({ openBrowser: () => expect.fail("opened") });
      await expect(request(signIn, world.server.url)).rejects.toMatchObject({
        code: expect.stringMatching(/^(insecure|failed)$/),
      });
    },
  );

  it("that cannot be reached is not taken for a need to sign in", async () => {
    await using world = await openWorld();
    await world.provider[Symbol.asyncDispose]();
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "unavailable" });
  });
});

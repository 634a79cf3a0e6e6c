import { generateKeyPairSync } from "node:crypto";

import { describe, expect, it } from "vitest";

import { startIdentityProvider } from "./fixtures/identity-provider.ts";
import { openWorld, request, type World } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("without a person", () => {
  it.each([
    ["client_secret_basic", `Basic ${btoa("mine:quiet")}`, null],
    ["client_secret_post", undefined, "quiet"],
  ])("a secret is sent as %s, if that is what the issuer wants", async (method, authorization, secret) => {
    await using world = await openWorld();
    world.provider.habits.metadata = { token_endpoint_auth_methods_supported: [method] };
    expect((await request(world.open({ spec: specOf(world) }), world.server.url)).status).toBe(200);
    const [asked] = world.provider.tokenRequests;
    expect(asked?.authorization).toBe(authorization);
    expect(asked?.parameters.get("client_secret")).toBe(secret);
    expect(asked?.parameters.get("grant_type")).toBe("client_credentials");
    expect(asked?.parameters.get("resource")).toBe(world.server.url);
  });

  it("a private key signs who we are, for the issuer alone", async () => {
    await using world = await openWorld();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    const spec = specOf(world, { clientSecret: undefined, privateKey: key });
    await request(world.open({ spec }), world.server.url);
    const assertion = world.provider.tokenRequests[0]?.parameters.get("client_assertion") ?? "";
    const claims: unknown = JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ iss: "mine", sub: "mine", aud: world.provider.issuer });
  });

  it("an assertion by another party is sent for the server", async () => {
    await using world = await openWorld();
    const spec = specOf(world, { grant: undefined, assertion: "a.signed.jwt" });
    await request(world.open({ spec }), world.server.url);
    expect(Object.fromEntries(world.provider.tokenRequests[0]?.parameters ?? [])).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "a.signed.jwt",
      resource: world.server.url,
    });
  });

  it("a token is asked for once by all who need one, and again when it has expired", async () => {
    await using world = await openWorld();
    const signIn = world.open({ spec: specOf(world) });
    await Promise.all(Array.from({ length: 5 }, () => request(signIn, world.server.url)));
    expect(world.provider.tokenRequests).toHaveLength(1);
    world.provider.expire();
    await request(signIn, world.server.url);
    expect(world.provider.tokenRequests).toHaveLength(2);
  });

  it("more rights are asked for with a new token, and not twice if they are not given", async () => {
    await using world = await openWorld();
    const signIn = world.open({ spec: specOf(world) });
    expect((await request(signIn, world.server.url, "admin")).status).toBe(200);
    await using strict = await openWorld();
    strict.provider.habits.grants = "read";
    const refused = strict.open({ spec: specOf(strict) });
    await expect(request(refused, strict.server.url, "admin")).rejects.toMatchObject({ code: "scope_refused" });
    expect(strict.provider.tokenRequests.length).toBeLessThanOrEqual(2);
  });

  it("a refusal is final: nothing is tried again, and no sign-in is asked for", async () => {
    await using world = await openWorld();
    world.provider.habits.tokenFailure = { status: 401, body: { error: "invalid_client" } };
    await expect(request(world.open({ spec: specOf(world) }), world.server.url)).rejects.toMatchObject({
      code: "refused",
      details: { reason: "invalid_client" },
    });
    expect(world.provider.tokenRequests).toHaveLength(1);
    expect(world.asked).toEqual([]);
  });

  it("the secret is not shown to an issuer that takes the place of the first", async () => {
    await using world = await openWorld();
    await using next = await startIdentityProvider();
    const signIn = world.open({ spec: specOf(world) });
    await request(signIn, world.server.url);
    world.server.provider = next;
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "issuer_mismatch" });
    expect(next.tokenRequests).toEqual([]);
  });
});

function specOf(world: World, changes: Record<string, string | undefined> = {}) {
  const signIn = { clientId: "mine", clientSecret: "quiet", grant: "client_credentials" as const, ...changes };
  return { url: world.server.url, headers: {}, signIn: JSON.parse(JSON.stringify(signIn)) };
}

import { describe, expect, it } from "vitest";

import { browser, openWorld, request } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("tokens that are bound to a key (DPoP)", () => {
  it("are asked for where server and issuer both know them, and used with a new proof each time", async () => {
    await using world = await openWorld();
    world.provider.habits.metadata = { dpop_signing_alg_values_supported: ["ES256"] };
    world.server.challenge = "DPoP";
    const signIn = world.open({ openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url));
    await request(signIn, world.server.url);
    const proofs = world.server.requests.slice(-2).map(({ proof }) => claimsOf(proof));
    expect(proofs).toMatchObject([
      { htm: "POST", htu: world.server.url, ath: expect.any(String) },
      { htm: "POST", htu: world.server.url, ath: expect.any(String) },
    ]);
    expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(2);
    expect(world.server.requests.at(-1)?.authorization).toMatch(/^DPoP /);
  });

  it("are refreshed and used with the same key by the next process", async () => {
    await using world = await openWorld();
    world.provider.habits.metadata = { dpop_signing_alg_values_supported: ["ES256"] };
    world.server.metadata = { dpop_bound_access_tokens_required: true };
    const signIn = world.open({ openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url));
    world.provider.expire();
    expect((await request(world.open(), world.server.url)).status).toBe(200);
    const keys = [...world.provider.tokenRequests, ...world.server.requests]
      .filter(({ proof }) => proof !== undefined)
      .map(({ proof }) => JSON.stringify(headerOf(proof)["jwk"]));
    expect(keys.length).toBeGreaterThanOrEqual(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toContain('"d"');
  });

  it("are not asked for only because the issuer could: the server might not take them", async () => {
    await using world = await openWorld();
    world.provider.habits.metadata = { dpop_signing_alg_values_supported: ["ES256"] };
    const signIn = world.open({ openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url));
    expect(world.server.requests.at(-1)).toMatchObject({
      authorization: expect.stringMatching(/^Bearer /),
      proof: undefined,
    });
  });
});

function claimsOf(proof: string | undefined): Record<string, unknown> {
  return decode(proof?.split(".")[1]);
}

function headerOf(proof: string | undefined): Record<string, unknown> {
  return decode(proof?.split(".")[0]);
}

function decode(part = ""): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}

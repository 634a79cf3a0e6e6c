import { describe, expect, it } from "vitest";

import { connect, openWorld } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("an Authorization header that the owner wrote down", () => {
  it("[P50] is the whole sign-in: no token is put in its place, not even one that is there", async () => {
    await using world = await openWorld();
    await world.remember();
    const { access_token: token } = world.provider.issue();
    const headers = { authorization: `Bearer ${token}` };
    const signIn = world.open({ spec: { url: world.server.url, headers } });
    await signIn.guard(fetch)(world.server.url, { method: "POST", headers, body: "{}" });
    expect(world.server.requests).toEqual([{ authorization: `Bearer ${token}`, proof: undefined }]);
  });

  it.each(["http", "sse"] as const)("[R-06] that is not taken over %s is what the failure speaks of", async (kind) => {
    await using world = await openWorld();
    const url = kind === "http" ? world.server.url : world.server.sseUrl;
    const signIn = world.open({ spec: { url, headers: { AUTHORIZATION: "Bearer wrong-secret" } } });
    const failure = signIn.run(() => connect(signIn, url, kind));
    await expect(failure).rejects.toMatchObject({
      code: "header_refused",
      message: expect.not.stringContaining("wrong"),
    });
    await expect(signIn.signIn()).rejects.toMatchObject({ code: "header_refused" });
    expect(world.provider.registrations).toEqual([]);
  });
});

import { leaveNothing, manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";
import { monotonicClock } from "@tenon/basis";

import { findSignInError } from "../../src/sign-in/sign-in-error.ts";
import { quietPort } from "./fixtures/quiet-port.ts";
import { browser, connect, failureOf, openWorld, request } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("without a browser", () => {
  it("[R-04] [R-06] a connection fails at once and says where to sign in", async () => {
    await using world = await openWorld();
    const signIn = world.open();
    const error = await failureOf(connect(signIn, world.server.url));
    expect(findSignInError(error)).toMatchObject({ code: "needs_sign_in", details: { server: world.server.url } });
    const { url = "" } = findSignInError(error)?.details ?? {};
    expect(url).toContain(`${world.provider.issuer}/authorize?`);
    expect(world.asked).toEqual([{ url, scope: undefined }]);
  });

  it("[R-04] it does not wait for an issuer that takes its time; the address is reported when it is there", async () => {
    await using world = await openWorld();
    const isAsked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    world.provider.habits.before = () => {
      isAsked.resolve();
      return mayAnswer.promise;
    };
    const told = Promise.withResolvers<string>();
    const clock = manualClock();
    const signIn = world.open({ clock, onNeedsSignIn: ({ url }) => told.resolve(url) });
    const failing = failureOf(request(signIn, world.server.url));
    await isAsked.promise;
    await clock.advance(2_000);
    expect(await failing).toMatchObject({ code: "needs_sign_in", details: { url: undefined } });
    mayAnswer.resolve();
    expect(await told.promise).toContain("/authorize?");
  });

  it("[R-03] the sign-in is complete when the address is opened later, from anywhere", async () => {
    await using world = await openWorld();
    const signedIn = Promise.withResolvers<void>();
    const signIn = world.open({ onSignedIn: signedIn.resolve });
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    await browser(world.asked[0]?.url ?? "");
    await signedIn.promise;
    expect((await request(signIn, world.server.url)).status).toBe(200);
  });

  it("`signIn` later completes the one that is waiting, with a browser that is there by then", async () => {
    await using world = await openWorld();
    const signIn = world.open();
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    await signIn.signIn({ openBrowser: browser });
    expect((await request(signIn, world.server.url)).status).toBe(200);
    expect(world.asked).toHaveLength(1);
  });

  it("`run` does not wait for the user either", async () => {
    await using world = await openWorld();
    const signIn = world.open();
    await expect(signIn.run(() => request(signIn, world.server.url))).rejects.toMatchObject({ code: "needs_sign_in" });
  });

  it("all who need a sign-in are given the same address", async () => {
    await using world = await openWorld();
    const signIn = world.open();
    const errors = await Promise.allSettled(Array.from({ length: 5 }, () => request(signIn, world.server.url)));
    const urls = errors.map((result) => result.status === "rejected" && findSignInError(result.reason)?.details.url);
    expect(new Set(urls).size).toBe(1);
    expect(world.provider.registrations).toHaveLength(1);
  });
});

describe("a sign-in that is never completed", () => {
  it("is given up after ten minutes, and its listener with it", async () => {
    await using world = await openWorld();
    const clock = manualClock();
    const signIn = world.open({ clock, signIn: { redirectPort: await quietPort() } });
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    const waiting = failureOf(signIn.signIn());
    await clock.advance(10 * 60_000);
    expect(await waiting).toMatchObject({ code: "timed_out" });
    await expect(fetch(redirectOf(world.asked[0]?.url))).rejects.toThrow("fetch failed");
    expect(clock.waiting).toBe(0);
  });

  it("is called off when the sign-in is closed, which may happen twice", async () => {
    await using world = await openWorld();
    const signIn = world.open({ signIn: { redirectPort: await quietPort() } });
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    const waiting = failureOf(signIn.signIn());
    await Promise.all([signIn.close(), signIn.close()]);
    expect(await waiting).toMatchObject({ code: "closed" });
    await expect(fetch(redirectOf(world.asked[0]?.url))).rejects.toThrow("fetch failed");
  });

  it("leaves no timer and no listener behind when it is closed", async () => {
    await using world = await openWorld();
    await leaveNothing(async () => {
      await using signIn = world.open({ clock: monotonicClock });
      await failureOf(request(signIn, world.server.url));
    });
  });

  it("goes on when one who waited for it has enough", async () => {
    await using world = await openWorld();
    const signIn = world.open();
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    const controller = new AbortController();
    const impatient = signIn.signIn({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(impatient).rejects.toThrow("enough");
    await signIn.signIn({ openBrowser: browser });
    expect((await request(signIn, world.server.url)).status).toBe(200);
  });

  it("does not make a request wait that was aborted", async () => {
    await using world = await openWorld();
    world.provider.habits.before = () => new Promise(() => {});
    const controller = new AbortController();
    world.server.onRefusal = () => controller.abort(new Error("enough"));
    const guarded = world.open().guard(fetch);
    await expect(guarded(world.server.url, { method: "POST", signal: controller.signal })).rejects.toThrow("enough");
  });
});

function redirectOf(url = ""): string {
  return new URL(url).searchParams.get("redirect_uri") ?? "";
}

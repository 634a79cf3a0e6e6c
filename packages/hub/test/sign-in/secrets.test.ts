import { inspect } from "node:util";

import { describe, expect, it, vi } from "vitest";

import { browser, failureOf, openWorld, request, type World } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

/** Ways to fail, each with an issuer that repeats in its answer what it was sent. */
const failures: Readonly<Record<string, (world: World) => void>> = {
  "a dead refresh token": ({ provider }) => provider.revoke(),
  "an issuer that is down": ({ provider }) => {
    provider.habits.tokenFailure = { status: 502, body: "refresh-token-in-a-page access-token-in-a-page" };
  },
  "an answer that is not JSON": ({ provider }) => {
    provider.habits.tokenFailure = { status: 200, body: "access-token-in-a-text" };
  },
  "an answer without a token type": ({ provider }) => {
    provider.habits.tokenFailure = { status: 200, body: { access_token: "access-token-without-type" } };
  },
  "a refusal in its own words": ({ provider }) => {
    provider.habits.tokenFailure = { status: 400, body: { error: "refresh-token was access-token" } };
  },
  "a registration that is refused": ({ provider }) => {
    provider.revoke();
    provider.habits.metadata = { registration_endpoint: `${provider.issuer}/nowhere` };
  },
};

describe("a failure", () => {
  it.each(Object.entries(failures))(
    "because of %s says nothing secret, also not on the console",
    async (_what, fail) => {
      await using world = await openWorld();
      await world.remember();
      world.provider.expire();
      fail(world);
      const said: unknown[] = [];
      using _warn = vi.spyOn(console, "warn").mockImplementation((...words) => void said.push(words));
      const signIn = world.open({ openBrowser: browser, onWarning: (...words) => void said.push(words) });
      const first = await failureOf(request(signIn, world.server.url));
      const second = await signIn.signIn().catch((error: unknown) => error);
      const text = inspect([first, second, said], { depth: 12, showHidden: true });
      expect(text).not.toMatch(/access-|refresh-|code-/);
    },
  );
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { SignInSpec } from "../../src/server-spec.ts";
import { insistThatNothingIsLeft, openTestHub } from "../open-test-hub.ts";
import { bodyOf, json, listening } from "./fixtures/listening.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { openWorld, type World } from "./fixtures/world.ts";

insistThatNothingIsLeft();

describe("a statement that stands for a sign-in", () => {
  it("[M33] is read from its file anew for each token: the identity of a workload", async () => {
    await using world = await openWorld();
    await using folder = await temporaryFolder();
    const assertionFile = join(folder.path, "token");
    await writeFile(assertionFile, "first.jwt\n");
    await using hub = openTestHub([specOf(world, { clientId: "mine", assertionFile })]);
    await hub.until("locked", "listed");
    await writeFile(assertionFile, "second.jwt\n");
    world.provider.expire();
    await hub.call("mcp__locked__read", {});
    expect(assertions(world)).toEqual(["first.jwt", "second.jwt"]);
    expect(world.provider.authorizations).toEqual([]);
  });

  it("[M33] is got from a company's identity provider for the token that it has issued for the user", async () => {
    await using world = await openWorld();
    const asked: URLSearchParams[] = [];
    await using company = await listening(async (request, response) => {
      asked.push(new URLSearchParams(await bodyOf(request)));
      const issued_token_type = "urn:ietf:params:oauth:token-type:id-jag";
      json(response, 200, { access_token: "statement.jwt", issued_token_type, token_type: "N_A" });
    });
    const identityProvider = { tokenEndpoint: `${company.origin}/token`, clientId: "at-work", idToken: "who.i.am" };
    await using hub = openTestHub([specOf(world, { clientId: "mine", identityProvider })]);
    await hub.until("locked", "listed");
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
      audience: world.provider.issuer,
      resource: world.server.url,
      subject_token: "who.i.am",
      client_id: "at-work",
    });
    expect(assertions(world)).toEqual(["statement.jwt"]);
  });

  it.each<[string, SignInSpec, RegExp]>([
    [
      "the file is not there",
      { assertionFile: "/nonexistent/token" },
      /needs \/nonexistent\/token, which cannot be read/,
    ],
    [
      "the provider's client is not named",
      { identityProvider: { idToken: "x" } },
      /needs signIn.identityProvider.clientId/,
    ],
    [
      "the provider's token is not given",
      { identityProvider: { clientId: "x" } },
      /needs signIn.identityProvider.idToken/,
    ],
    [
      "the provider is not named",
      { identityProvider: { clientId: "x", idToken: "x" } },
      /needs signIn.identityProvider.issuer/,
    ],
  ])("[M33] says what is missing if %s", async (_, signIn, reason) => {
    await using world = await openWorld();
    await using hub = openTestHub([specOf(world, signIn)]);
    await expect(hub.until("locked", "failed")).resolves.toMatchObject({ reason: expect.stringMatching(reason) });
    expect(world.provider.tokenRequests).toEqual([]);
  });

  it("[M33] that the identity provider refuses is a failure with a message, without what was sent", async () => {
    await using world = await openWorld();
    await using company = await listening(async (request, response) => {
      json(response, 400, { error: "invalid_grant", error_description: await bodyOf(request) });
    });
    const identityProvider = { tokenEndpoint: `${company.origin}/token`, clientId: "at-work", idToken: "who.i.am" };
    await using hub = openTestHub([specOf(world, { identityProvider })]);
    const { reason } = await hub.until("locked", "failed");
    expect(reason).toBe(`The identity provider issued no assertion for ${world.server.url}`);
  });
});

function specOf({ server }: World, signIn: SignInSpec) {
  return { type: "http", name: "locked", url: server.url, headers: {}, signIn } as const;
}

function assertions({ provider }: World) {
  return provider.tokenRequests.map(({ parameters }) => parameters.get("assertion"));
}

/** The contract of a token store, for each kind of it. */

import { describe, expect, it } from "vitest";

import { fileTokenStore } from "../../src/sign-in/store/file-token-store.ts";
import { memoryTokenStore } from "../../src/sign-in/store/token-store.ts";
import type { Credentials, TokenStore } from "../../src/sign-in/store/token-store.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

interface OpenStore extends AsyncDisposable {
  readonly store: TokenStore;
  /** The same place, as another part of the program sees it. */
  readonly again: TokenStore;
}

const kinds: Readonly<Record<string, () => Promise<OpenStore>>> = {
  async memory() {
    const store = memoryTokenStore();
    return { store, again: store, async [Symbol.asyncDispose]() {} };
  },
  async file() {
    const folder = await temporaryFolder();
    const open = () =>
      fileTokenStore({
        folder: folder.path,
        onWarning(warning) {
          throw new Error(warning.message);
        },
      });
    return { store: open(), again: open(), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  },
};

const SERVER = "https://mcp.example.com/mcp";
const credentials: Credentials = {
  issuer: "https://issuer.example.com",
  client: { client_id: "us", redirect_uris: ["http://127.0.0.1:1234/callback"] },
  tokens: { access_token: "one", token_type: "Bearer", refresh_token: "two", scope: "read" },
  proofKey: { kty: "EC", x: "three" },
};

describe.each(Object.entries(kinds))("a token store in a %s", (_name, open) => {
  it("has nothing at first", async () => {
    await using opened = await open();
    expect(await opened.store.read(SERVER)).toBeUndefined();
  });

  it("gives back what was saved, with everything in it", async () => {
    await using opened = await open();
    await opened.store.hold(SERVER, ({ save }) => save(credentials));
    expect(await opened.again.read(SERVER)).toEqual(credentials);
  });

  it("puts the new in the place of the old, and nothing in the place of the new", async () => {
    await using opened = await open();
    await opened.store.hold(SERVER, ({ save }) => save(credentials));
    await opened.store.hold(SERVER, ({ save }) => save({ issuer: "https://other.example.com" }));
    expect(await opened.store.read(SERVER)).toEqual({ issuer: "https://other.example.com" });
    await opened.store.hold(SERVER, ({ save }) => save(undefined));
    expect(await opened.store.read(SERVER)).toBeUndefined();
  });

  it("keeps servers apart that differ in a letter, a query or an identity", async () => {
    await using opened = await open();
    await opened.store.hold(SERVER, ({ save }) => save(credentials));
    for (const other of [`${SERVER}/`, `${SERVER}?a`, `${SERVER}#us`, SERVER.toUpperCase()]) {
      expect(await opened.store.read(other)).toBeUndefined();
    }
  });

  it("lets one process at a time hold a record", async () => {
    await using opened = await open();
    let inside = 0;
    const most: number[] = [];
    const holds = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? opened.store : opened.again).hold(SERVER, async ({ current, save }) => {
        inside += 1;
        most.push(inside);
        await new Promise((resolve) => setImmediate(resolve));
        const count = Number(current?.issuer ?? 0);
        await save({ issuer: String(count + 1) });
        inside -= 1;
      }),
    );
    await Promise.all(holds);
    expect(Math.max(...most)).toBe(1);
    expect(await opened.store.read(SERVER)).toEqual({ issuer: "12" });
  });

  it("does not make one server wait for another", async () => {
    await using opened = await open();
    await opened.store.hold(SERVER, async () => {
      await opened.again.hold("https://other.example.com/", ({ save }) => save(credentials));
    });
    expect(await opened.store.read("https://other.example.com/")).toEqual(credentials);
  });

  it("passes on a failure, changes nothing by it, and lets the next one in", async () => {
    await using opened = await open();
    await opened.store.hold(SERVER, ({ save }) => save(credentials));
    const failing = opened.store.hold(SERVER, async () => {
      throw new Error("not today");
    });
    await expect(failing).rejects.toThrow("not today");
    expect(await opened.again.hold(SERVER, async ({ current }) => current)).toEqual(credentials);
  });

  it("lets one stop waiting, and others wait on", async () => {
    await using opened = await open();
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holder = opened.store.hold(SERVER, async () => {
      isHeld.resolve();
      await release.promise;
    });
    await isHeld.promise;
    const controller = new AbortController();
    const impatient = opened.again.hold(SERVER, async () => "in", { signal: controller.signal });
    const patient = opened.again.hold(SERVER, async () => "in");
    controller.abort(new Error("enough"));
    await expect(impatient).rejects.toThrow("enough");
    release.resolve();
    await holder;
    expect(await patient).toBe("in");
  });
});

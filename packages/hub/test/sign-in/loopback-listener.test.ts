import { once } from "node:events";
import { connect } from "node:net";

import { describe, expect, it } from "vitest";

import { listenForRedirect, portOf } from "../../src/sign-in/person/loopback-listener.ts";
import { quietPort } from "./fixtures/quiet-port.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("the listener for a browser that comes back", () => {
  it("is on this machine only, at a free port", async () => {
    await using listener = await listenForRedirect({ state: "s" });
    expect(listener.redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  it("shows a page that says it is done, repeats nothing, and is not cached", async () => {
    await using listener = await listenForRedirect({ state: "s" });
    const response = await fetch(`${listener.redirectUrl}?state=s&code=the-code&x=<script>`);
    const page = await response.text();
    expect(page).toContain("You can close this window");
    expect(page).not.toMatch(/the-code|script/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(Object.fromEntries(await listener.answer)).toMatchObject({ code: "the-code" });
  });

  it("says so when the person was refused", async () => {
    await using listener = await listenForRedirect({ state: "s" });
    const page = await (await fetch(`${listener.redirectUrl}?state=s&error=access_denied`)).text();
    expect(page).toContain("refused");
    expect((await listener.answer).get("error")).toBe("access_denied");
  });

  it.each(["GET //", "GET http://[", "POST /callback?state=s&code=c", "GET /callback%2e", "OPTIONS *"])(
    "turns away %s and goes on listening",
    async (line) => {
      await using listener = await listenForRedirect({ state: "s" });
      const socket = connect(Number(new URL(listener.redirectUrl).port), "127.0.0.1");
      socket.end(`${line} HTTP/1.1\r\nhost: x\r\n\r\n`);
      const [first] = await once(socket, "data");
      expect(String(first)).toMatch(/^HTTP\/1\.1 40[04]/);
      socket.destroy();
      expect((await fetch(`${listener.redirectUrl}?state=s&code=c`)).status).toBe(200);
    },
  );

  it("comes back to the port it had, if that is free, and takes another if not", async () => {
    const port = await quietPort();
    const first = await listenForRedirect({ state: "s", port });
    expect(portOf(first.redirectUrl)).toBe(port);
    await using other = await listenForRedirect({ state: "s", port });
    expect(portOf(other.redirectUrl)).not.toBe(port);
    await first.close();
    await using again = await listenForRedirect({ state: "s", port });
    expect(portOf(again.redirectUrl)).toBe(port);
  });

  it("knows its own addresses from others", () => {
    expect(portOf("http://127.0.0.1:1234/callback")).toBe(1234);
    for (const other of ["http://localhost:1234/callback", "http://127.0.0.1/callback", "https://x", "nothing"]) {
      expect(portOf(other)).toBeUndefined();
    }
  });
});

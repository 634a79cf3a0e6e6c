import { decide, defaultRules } from "@tenon/policy";
import { leaveNothing } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { lookupOf, testFetch } from "../support/test-fetch.ts";
import { page, redirect, startWebServer } from "../support/web-server.ts";

const PUBLIC = "93.184.215.14";

describe("before the user is asked, an address", () => {
  it.each([
    ["https://example.com/a#b", "https://example.com/a", "public"],
    ["http://LOCALHOST:8080", "http://localhost:8080/", "loopback"],
    ["http://127.1/", "http://127.0.0.1/", "loopback"],
    ["http://0x7f000001/", "http://127.0.0.1/", "loopback"],
    ["http://[::ffff:10.0.0.1]/", "http://[::ffff:a00:1]/", "private"],
    ["http://169.254.169.254/latest/meta-data", "http://169.254.169.254/latest/meta-data", "link-local"],
  ])("%s is put to the policy as %s in the %s network, and no name is looked up", async (url, href, network) => {
    const lookup = lookupOf({});
    const { title, kind, subjects } = await testFetch({ lookup }).prepare({ url });
    expect({ title, kind, subjects }).toEqual({
      title: `Fetch ${href}`,
      kind: "fetch",
      subjects: [{ type: "url", url: href, network }],
    });
    expect(lookup.looked).toEqual([]);
  });

  it("on this machine is for the user to allow; in a private network it is denied; elsewhere it must be https", async () => {
    const { prepare } = testFetch();
    const effect = async (url: string) => {
      const [subject] = (await prepare({ url })).subjects;
      return subject && decide(subject, [defaultRules]).effect;
    };
    expect(await effect("http://localhost:3000")).toBe("ask");
    expect(await effect("https://example.com")).toBe("ask");
    expect(await effect("http://example.com")).toBe("deny");
    expect(await effect("https://192.168.0.1")).toBe("deny");
    expect(await effect("https://169.254.169.254")).toBe("deny");
  });

  it.each([
    ["example.com", /not an absolute URL/],
    ["file:///etc/passwd", /Only http and https/],
    ["https://user:secret@example.com", /user name/],
    ["data:text/html,x", /Only http and https/],
  ])("%s is sent back to the model", async (url, problem) => {
    await expect(testFetch().prepare({ url })).rejects.toThrow(problem);
  });
});

describe("a name that was allowed", () => {
  it.each(["10.0.0.7", "127.0.0.1", "169.254.169.254", "0.0.0.0", "192.168.1.1"])(
    "is not connected to if it leads to %s",
    (address) =>
      leaveNothing(async () => {
        const { fetch } = testFetch({ lookup: lookupOf({ "docs.example": [address] }) });
        await expect(fetch("https://docs.example/")).rejects.toThrow(/docs\.example/);
      }),
  );

  it("is not connected to if it leads into another network a moment after the check", () =>
    leaveNothing(async () => {
      await using server = await startWebServer({ "*": page("text/plain", "secret") });
      const rules = [{ effect: "allow", when: { url: "http://rebind.example", network: "public" } }] as const;
      const lookup = lookupOf({ "rebind.example": [PUBLIC, "127.0.0.1"] });
      const { fetch } = testFetch({ rules, lookup });
      await expect(fetch(`http://rebind.example:${server.port}/`)).rejects.toThrow(
        /Refused to connect to "rebind.example" at 127\.0\.0\.1/,
      );
      expect(lookup.looked).toHaveLength(2);
      expect(server.asked).toEqual([]);
    }));

  it("is connected to in a private network if a rule allows that by name", () =>
    leaveNothing(async () => {
      await using server = await startWebServer({ "/": page("text/plain", "the wiki") });
      const rules = [{ effect: "allow", when: { url: "http://wiki.example", network: "loopback" } }] as const;
      const { fetch } = testFetch({ rules, lookup: lookupOf({ "wiki.example": ["127.0.0.1"] }) });
      expect((await fetch(`http://wiki.example:${server.port}/`)).text).toContain("the wiki");
    }));
});

describe("a redirect", () => {
  it("within the origin is followed", () =>
    leaveNothing(async () => {
      await using server = await startWebServer({
        "/a": redirect("b", 301),
        "/b": redirect("/c", 308),
        "/c": page("text/plain", "here"),
      });
      const { text, rawOutput } = await testFetch().fetch(`${server.origin}/a`);
      expect(text).toContain("here");
      expect(rawOutput).toMatchObject({ url: `${server.origin}/c` });
      expect(server.asked).toEqual(["/a", "/b", "/c"]);
    }));

  it.each(["http://10.0.0.1/", "http://169.254.169.254/latest/", "http://[fd00::1]/", "https://192.168.0.1:8443/"])(
    "into a private network (%s) is refused",
    (location) =>
      leaveNothing(async () => {
        await using server = await startWebServer({ "/": redirect(location) });
        await expect(testFetch().fetch(server.origin)).rejects.toThrow(/is denied/);
      }),
  );

  it.each(["file:///etc/passwd", "gopher://x/", "http://"])("to %s is refused", (location) =>
    leaveNothing(async () => {
      await using server = await startWebServer({ "/": redirect(location) });
      await expect(testFetch().fetch(server.origin)).rejects.toThrow(/redirect/);
    }),
  );

  it("to a name that leads into a private network is refused", () =>
    leaveNothing(async () => {
      await using server = await startWebServer({ "/": redirect("https://inside.example/") });
      const { fetch } = testFetch({ lookup: lookupOf({ "inside.example": ["10.1.2.3"] }) });
      await expect(fetch(server.origin)).rejects.toThrow(/private network/);
    }));

  it("to another origin is reported and not followed, unless a rule allows that origin", () =>
    leaveNothing(async () => {
      await using other = await startWebServer({ "/x": page("text/plain", "over there") });
      await using server = await startWebServer({ "/": redirect(`${other.origin}/x`) });
      const told = await testFetch().fetch(server.origin);
      expect(told).toMatchObject({ isError: false, text: expect.stringContaining(`leads to ${other.origin}/x`) });
      expect(other.asked).toEqual([]);
      const rules = [
        { effect: "allow", when: { url: `http://127.0.0.1:${other.port}`, network: "loopback" } },
      ] as const;
      expect((await testFetch({ rules }).fetch(server.origin)).text).toContain("over there");
    }));

  it("that never ends, ends", () =>
    leaveNothing(async () => {
      await using server = await startWebServer({ "/": redirect("/") });
      await expect(testFetch().fetch(server.origin)).rejects.toThrow("redirects more than 10 times");
      expect(server.asked).toHaveLength(11);
    }));
});

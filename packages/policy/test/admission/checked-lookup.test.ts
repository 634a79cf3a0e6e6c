import { once } from "node:events";
import { createServer, get } from "node:http";
import type { LookupFunction } from "node:net";

import { describe, expect, it } from "vitest";

import { checkedLookup, checkUrl, defaultRules, type Policy, PolicyError } from "../../src/index.ts";

/** A real server on this machine that counts who reaches it. */
async function localServer() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end("secret");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { port, requests: () => requests, [Symbol.asyncDispose]: async () => void server.close() };
}

/** A resolver that answers in turn, as a name does that changes its mind. */
function resolver(...answers: readonly (readonly string[])[]): LookupFunction {
  const left = [...answers];
  return (_host, _options, callback) => {
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? [];
    queueMicrotask(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  };
}

function request(url: string, lookup: LookupFunction): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { lookup, agent: false }, (response) => {
      response.setEncoding("utf8").on("data", resolve);
    }).on("error", reject);
  });
}

const subject = (url: string) => ({ type: "url", url }) as const;
const server = (url: string) => ({ type: "server", server: "s", source: "client", url }) as const;
const policy: Policy = [defaultRules];

describe("checkedLookup", () => {
  it("connects to an address that the policy allows", async () => {
    await using local = await localServer();
    const url = `http://tenon.localhost:${local.port}/`;
    const lookup = checkedLookup({ subject: server(url), policy, lookup: resolver(["127.0.0.1"]) });
    expect(await request(url, lookup)).toBe("secret");
  });

  it("refuses a name that led elsewhere when it was checked", async () => {
    await using local = await localServer();
    const url = `http://rebind.test:${local.port}/`;
    // The owner of this name is allowed on the public network, without TLS.
    const when = { subject: "server", url: "http://rebind.test", network: "public" } as const;
    const rules: Policy = [
      ...policy,
      {
        name: "user",
        rules: [
          { effect: "allow", when },
          { effect: "deny", when: { network: "loopback" } },
        ],
      },
    ];
    const check = await checkUrl(server(url), { policy: rules, resolveHost: async () => ["93.184.216.34"] });
    expect(check).toMatchObject({ effect: "allow", networks: ["public"] });

    const lookup = checkedLookup({ subject: server(url), policy: rules, lookup: resolver(["127.0.0.1"]) });
    const error = await request(url, lookup).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PolicyError);
    expect(error).toMatchObject({ code: "address_refused", details: { host: "rebind.test", address: "127.0.0.1" } });
    expect(local.requests()).toBe(0);
  });

  it("refuses all if one address is bad", async () => {
    await using local = await localServer();
    const url = `http://tenon.localhost:${local.port}/`;
    const lookup = checkedLookup({ subject: server(url), policy, lookup: resolver(["127.0.0.1", "::ffff:10.0.0.1"]) });
    await expect(request(url, lookup)).rejects.toMatchObject({ code: "address_refused" });
    expect(local.requests()).toBe(0);
  });

  it("looks again for every connection", async () => {
    await using local = await localServer();
    const url = `http://tenon.localhost:${local.port}/`;
    const lookup = checkedLookup({
      subject: server(url),
      policy,
      lookup: resolver(["127.0.0.1"], ["169.254.169.254"]),
    });
    expect(await request(url, lookup)).toBe("secret");
    await expect(request(url, lookup)).rejects.toMatchObject({ code: "address_refused" });
  });

  it("allows what the user approved, only on the approved network", async () => {
    await using local = await localServer();
    const url = `http://tenon.localhost:${local.port}/`;
    const lookup = resolver(["127.0.0.1"]);
    const asked = checkedLookup({ subject: subject(url), policy, lookup });
    await expect(request(url, asked)).rejects.toMatchObject({ code: "address_refused" });
    const elsewhere = checkedLookup({ subject: subject(url), policy, lookup, consented: ["public"] });
    await expect(request(url, elsewhere)).rejects.toMatchObject({ code: "address_refused" });
    const consented = checkedLookup({ subject: subject(url), policy, lookup, consented: ["loopback"] });
    expect(await request(url, consented)).toBe("secret");
  });

  it("looks up no other host than the one that was checked", async () => {
    await using local = await localServer();
    const lookup = checkedLookup({
      subject: server("http://tenon.localhost/"),
      policy,
      lookup: resolver(["127.0.0.1"]),
    });
    const other = request(`http://other.localhost:${local.port}/`, lookup);
    await expect(other).rejects.toThrow('Refused to connect to "other.localhost": only "tenon.localhost" was checked');
  });

  it("gives one address to who asks for one, and passes on the failure of the resolver", async () => {
    const lookup = checkedLookup({
      subject: server("http://a.localhost/"),
      policy,
      lookup: resolver(["127.0.0.1", "::1"]),
    });
    const one = await new Promise((resolve) => {
      lookup("a.localhost", { all: false }, (...answer) => resolve(answer));
    });
    expect(one).toEqual([null, "127.0.0.1", 4]);

    const broken: LookupFunction = (_host, _options, callback) => callback(new Error("ENOTFOUND"), []);
    const failing = checkedLookup({ subject: server("http://a.localhost/"), policy, lookup: broken });
    await expect(request("http://a.localhost:1/", failing)).rejects.toThrow("ENOTFOUND");
  });

  it("[C1] reports a host name that does not resolve, with its name and ENOTFOUND", async () => {
    // The system's own resolver: on an error it calls back without any addresses. `.invalid` never resolves (RFC 6761).
    const lookup = checkedLookup({ subject: server("https://does-not-exist.invalid/"), policy });
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => lookup("does-not-exist.invalid", { all }, resolve));
      expect(error).toMatchObject({ hostname: "does-not-exist.invalid" });
    }
  });

  it("[C1] passes on an error that comes with no addresses, and an answer of no addresses", async () => {
    const missing: LookupFunction = (_host, _options, callback) =>
      Reflect.apply(callback, undefined, [Object.assign(new Error("no such host"), { code: "ENOTFOUND" })]);
    const failing = checkedLookup({ subject: server("http://a.localhost/"), policy, lookup: missing });
    await expect(request("http://a.localhost:1/", failing)).rejects.toMatchObject({ code: "ENOTFOUND" });

    const empty = checkedLookup({ subject: server("http://a.localhost/"), policy, lookup: resolver([]) });
    await expect(request("http://a.localhost:1/", empty)).rejects.toThrow("it has no address");
  });

  it("[C1] hands a rule that throws to the socket instead of ending the process", async () => {
    const broken: Policy = [
      {
        name: "user",
        get rules(): never {
          throw new Error("rules cannot be read");
        },
      },
    ];
    const lookup = checkedLookup({
      subject: server("http://a.localhost/"),
      policy: broken,
      lookup: resolver(["127.0.0.1"]),
    });
    await expect(request("http://a.localhost:1/", lookup)).rejects.toThrow("rules cannot be read");
  });
});

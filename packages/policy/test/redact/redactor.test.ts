import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createRedactor } from "../../src/index.ts";

const { redact, redactValue } = createRedactor();
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
const githubToken = `ghp_${"a1B2c3D4e5".repeat(4)}`;

describe("what has the shape of a secret", () => {
  it("[M45] is not looked for in base64 of some length, where it is chance", () => {
    const image = `${"iVBORw0KGgo+".repeat(2_000)}/AKIAIOSFODNN7EXAMPLE/`;
    expect(redact(image)).toBe(image);
    expect(redact(`${image}\nAKIAIOSFODNN7EXAMPLE`)).not.toContain("AKIA");
    // A decoder of base64 takes these dashes too.
    expect(redact(`${"iVBORw0KGgo+".repeat(2_000)}-AKIAIOSFODNN7EXAMPLE---`)).not.toContain("AKIA");
    const known = createRedactor({ secrets: ["dGhpcyBpcyBhIHNlY3JldA"] });
    expect(known.redact(`${image}dGhpcyBpcyBhIHNlY3JldA`)).toMatch(/\[redacted\]$/);
  });

  it("is found wherever it stands in a long text without lines", () => {
    for (const before of [10, 20, 40, 44, 8_192, 8_210]) {
      const filler = "x".repeat(256 * 1024 - before);
      expect(redact(`${filler} ${githubToken} ${filler}`)).toBe(`${filler} [redacted] ${filler}`);
    }
    const words = "a task-1 of it ".repeat(50_000);
    expect(redact(`${words}${githubToken}\n`)).toBe(`${words}[redacted]\n`);
  });

  it.each([
    [`token is ${githubToken}.`, "token is [redacted]."],
    [`github_pat_${"a1B2_".repeat(10)} x`, "[redacted] x"],
    ["key sk-ant-api03-abcdefghij0123456789-_x", "key [redacted]"],
    ["sk-proj-abcdefghijklmnop1", "[redacted]"],
    ["AKIAIOSFODNN7EXAMPLE", "[redacted]"],
    [`AIza${"b".repeat(35)}`, "[redacted]"],
    ["xoxb-123456789012-abcdef", "[redacted]"],
    ["glpat-abcdefghij0123456789", "[redacted]"],
    [`sk_live_${"a1".repeat(12)}`, "[redacted]"],
    [`id ${jwt} end`, "id [redacted] end"],
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer [redacted]"],
    ["authorization: Basic bWU6cGFzcw==", "authorization: Basic [redacted]"],
    ["AUTHORIZATION=abcdef", "AUTHORIZATION=[redacted]"],
    ["Authorization: abcdef", "Authorization: [redacted]"],
    ['{"Authorization":"Bearer abcdef"}', '{"Authorization":"[redacted]"}'],
    [`curl -H "Authorization: Bearer abcdef" x`, `curl -H "Authorization: Bearer [redacted]" x`],
    ["sent bearer abcdefghijklmnop1234", "sent bearer [redacted]"],
    ["Cookie: session=abc; theme=dark\nHost: a", "Cookie: [redacted]\nHost: a"],
    ["X-Api-Key: abc123\nX-Request-Id: 5", "X-Api-Key: [redacted]\nX-Request-Id: 5"],
    ["postgres://me:pa@ss@db.test/x", "postgres://[redacted]@db.test/x"],
    ["https://me@example.com/", "https://[redacted]@example.com/"],
    ["GET /a?token=abc&page=2", "GET /a?token=[redacted]&page=2"],
    ["/cb?code=abc&state=1", "/cb?code=[redacted]&state=1"],
    ["?api_key=abc&key=def&X-Amz-Signature=5", "?api_key=[redacted]&key=[redacted]&X-Amz-Signature=5"],
    ["OPENAI_API_KEY=abc HOME=/home/me", "OPENAI_API_KEY=[redacted] HOME=/home/me"],
    ['STRIPE_KEY="a b c"', "STRIPE_KEY=[redacted]"],
    ['{"clientSecret": "a\\"b", "id": "c"}', '{"clientSecret": "[redacted]", "id": "c"}'],
    [String.raw`"{\"password\":\"abc\",\"user\":\"me\"}"`, String.raw`"{\"password\":\"[redacted]\",\"user\":\"me\"}"`],
    ["a\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nb", "a\n[redacted]\nb"],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\nabc (cut off", "[redacted]"],
    ["-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----", "[redacted]"],
  ])("%j", (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });

  it.each([
    "The bearer of bad news, the bearer certificate",
    "task-something-very-long-indeed",
    "sk-learn-tutorial-examples",
    '{"max_tokens": 5, "nextPageToken": "abc", "primaryKey": "id", "tokens": "many", "key": "Enter"}',
    "https://example.com/a@b?page=2&sort=key",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    "PORT=3000 NODE_ENV=production",
    "if (token === undefined) throw new SyntaxError('Unexpected token: x');",
    "ghp_short eyJ.eyJ.eyJ AKIA",
    "mail me@example.com about ratio 3://4",
  ])("%j has none", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("known secrets", () => {
  const secret = 'p@ss "w/ord"\\1';
  const known = createRedactor({ secrets: [secret, "abcdefgh1", "abcdefgh1-and-more"] });

  it("are hidden wherever they occur, in every notation", () => {
    const notations = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
    ];
    for (const text of notations) expect(known.redact(`x ${text} y`)).not.toContain(text);
    expect(known.redact(`x${secret}y`)).toBe("x[redacted]y");
  });

  it("are hidden whole, also when one begins with another", () => {
    expect(known.redact("abcdefgh1-and-more abcdefgh1!")).toBe("[redacted] [redacted]!");
  });

  it("are never values that are short or common", () => {
    const common = [
      "",
      " ",
      "a1",
      "1.0",
      "en-US",
      "1",
      "true",
      "false",
      "null",
      "5432",
      "admin",
      "github",
      "production",
      "20260801",
      "localhost",
    ];
    const { redact } = createRedactor({ secrets: common });
    const text = "a1 1.0 en-US 1 true false null 5432 admin github production 20260801 localhost";
    expect(redact(text)).toBe(text);
  });

  it("never remain, whatever is around them", () => {
    const value = fc.string({
      unit: fc.constantFrom(...Array.from("abcXYZ019+/=.$^*()[]{}|\\\"' -_")),
      minLength: 12,
      maxLength: 40,
    });
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
        const trimmed = secret.trim();
        fc.pre(trimmed.length >= 12);
        expect(createRedactor({ secrets: [secret] }).redact(before + trimmed + after)).not.toContain(trimmed);
      }),
    );
  });
});

describe("redactValue", () => {
  it("[K-15] hides secrets in values, in keys, and under names of secrets", () => {
    const { redactValue } = createRedactor({ secrets: ["my-secret-1"] });
    expect(
      redactValue({
        text: "it is my-secret-1",
        "my-secret-1": 1,
        list: [{ password: "x", count: 3, none: null, empty: "" }],
        headers: { authorization: "abc" },
        password: { nested: "kept" },
      }),
    ).toEqual({
      text: "it is [redacted]",
      "[redacted]": 1,
      list: [{ password: "[redacted]", count: 3, none: null, empty: "" }],
      headers: { authorization: "[redacted]" },
      password: { nested: "kept" },
    });
  });

  it("[P31] knows how ACP writes variables and headers", () => {
    const server = {
      name: "s",
      env: [
        { name: "API_KEY", value: "x" },
        { name: "LANG", value: "en" },
      ],
    };
    expect(redactValue(server)).toEqual({
      name: "s",
      env: [
        { name: "API_KEY", value: "[redacted]" },
        { name: "LANG", value: "en" },
      ],
    });
  });

  it("does not fall over a value of any depth, or a key of JavaScript's own", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    expect(JSON.stringify(redactValue(deep))).toContain("[too deep]");
    const odd: unknown = JSON.parse('{"__proto__": {"a": "b"}}');
    expect(JSON.stringify(redactValue(odd))).toBe('{"__proto__":{"a":"b"}}');
  });

  it("changes nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(redact(text) === text);
        expect(JSON.stringify(redactValue(value))).toBe(text);
      }),
    );
  });
});

describe("redacting", () => {
  it("twice changes no more than once", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        githubToken,
        jwt,
        "sk-",
        "Bearer ",
        "Authorization: ",
        "password",
        '"',
        '\\"',
        ":",
        "=",
        "?token=",
        "://",
        "@",
      ),
      fc.constantFrom(
        "-----BEGIN PRIVATE KEY-----",
        "-----END ",
        "-----",
        "API_KEY=",
        "Cookie:",
        "X-Api-Key:",
        "[redacted]",
        " ",
        "'",
      ),
      fc.constantFrom("known-secret-1", "abcdefghijklmnop1234", "0123456789"),
    );
    const { redact } = createRedactor({ secrets: ["known-secret-1", "other-secret-2"] });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = redact(parts.join(""));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not fall over a value of many megabytes", () => {
    const image = "iVBORw0KGgo1".repeat(500_000);
    for (const text of [`{"token":"${image}"}`, `eyJ${image}`, `API_KEY=${image}`, `bearer ${image}`]) {
      expect(redact(text).length).toBeGreaterThan(0);
    }
  });

  // Work in the square of a megabyte would take hours: that this test ends is what it shows.
  it.each([
    "eyJ",
    "eyJ-",
    "eyJaaaaaaaa.",
    "sk-",
    "ghp_",
    "gh",
    "xoxb-",
    "AKIA",
    "npm_",
    "hf_",
    "authorization",
    "authorization: ",
    "authorization    ",
    "bearer ",
    "cookie: ",
    "cookie",
    "://",
    "://a",
    "a://a@",
    ":/",
    "a@",
    "?a",
    "?token",
    "?token=",
    "&",
    "A=",
    'A="',
    "AAA='",
    "AA_",
    '"a":"',
    '"a":',
    '"token":"\\',
    '"',
    '\\"',
    '\\"a\\":\\"',
    "\\",
    "x-",
    "X-a:",
    "X-a-",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END ",
    " ",
    "\n",
    "a",
    "A",
    "=",
    "_",
    "-",
  ])("takes no more than its share of time on a megabyte of %j", (part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(redact(text).length).toBeGreaterThan(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createRecordRedaction, type RecordRedaction } from "../../src/index.ts";

const KNOWN = "known-secret,\nof two lines";
const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQ\n".repeat(4_000)}-----END PRIVATE KEY-----`;
const SECRETS = [
  KNOWN,
  KEY,
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  '"password": "correct horse"',
  "?token=abc&",
  "xsk-",
];
const FILLING = ['{"name": "a"},', "line of text\n", "word ", `${"x".repeat(9_000)} `];

describe("a long text", () => {
  const redaction = createRecordRedaction({ secrets: [KNOWN] });

  it("is redacted in turns as it is at once, wherever in it a secret stands", async () => {
    const filling = fc.record({ text: fc.constantFrom(...FILLING), length: fc.integer({ min: 0, max: 300 * 1024 }) });
    const part = fc.oneof(
      filling.map(({ text, length }) => text.repeat(Math.ceil(length / text.length)).slice(0, length)),
      fc.constantFrom(...SECRETS),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const text = parts.join("");
        expect(await redaction.redactInTurns(text)).toBe(redaction.redact(text));
      }),
      { numRuns: 60 },
    );
  });

  it.each(SECRETS.slice(0, 5))("has no secret left that stands where it is cut: %j", async (secret) => {
    for (const cut of [192, 384]) {
      for (const before of [1, 3, secret.length / 2, secret.length - 1]) {
        const text =
          ` ${"y\n".repeat(192 * 1024)}`.slice(0, cut * 1024 - Math.floor(before)) + secret + "\nz".repeat(200_000);
        expect((await redaction.redactInTurns(text)) === redaction.redact(text)).toBe(true);
      }
    }
  });

  it("lets everything else go on meanwhile", async () => {
    expect(await turnsDuring(redaction, "word ".repeat(400_000))).toBeGreaterThan(5);
  });
});

/** How often something else came to its turn. */
async function turnsDuring(redaction: RecordRedaction, text: string): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await redaction.redactInTurns(text);
  isDone = true;
  return turns;
}

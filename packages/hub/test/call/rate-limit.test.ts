import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CallError } from "../../src/call/call-error.ts";
import { createRateLimit } from "../../src/call/limits/rate-limit.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const MINUTE = 60_000;

describe("calls per minute", () => {
  it("says how many there may be and when to try again", () => {
    let time = 1_000;
    const rateLimit = createRateLimit({ callsPerMinute: 2, clock: { now: () => time } });
    rateLimit.take();
    time += 15_500;
    rateLimit.take();
    expect(refusal(rateLimit)).toMatchObject({
      code: "rate_limited",
      message: "Rate limit of 2 calls per minute reached for this server. Try again in 45 s.",
      details: { callsPerMinute: 2, retryAfterMs: 44_500 },
    });
  });

  it("there is no server that may be called less than once", () => {
    for (const callsPerMinute of [0, -1, 0.5, Number.NaN, Infinity]) {
      expect(() => createRateLimit({ callsPerMinute, clock: { now: () => 0 } })).toThrow(RangeError);
    }
  });

  it("[P81] in no minute, wherever it begins, are there more than allowed; and never is one refused without need", () => {
    const pauses = fc.array(fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 2 * MINUTE })), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), pauses, (callsPerMinute, steps) => {
        let time = 0;
        const taken: number[] = [];
        const rateLimit = createRateLimit({ callsPerMinute, clock: { now: () => time } });
        for (const pause of steps) {
          time += pause;
          const inLastMinute = taken.filter((moment) => moment > time - MINUTE);
          const refused = refusal(rateLimit);
          expect(refused !== undefined).toBe(inLastMinute.length >= callsPerMinute);
          if (!refused) taken.push(time);
        }
      }),
    );
  });

  it("trying again at the time it named succeeds, and a moment earlier does not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat({ max: MINUTE / 5 })), (callsPerMinute, pauses) => {
        let time = 0;
        const rateLimit = createRateLimit({ callsPerMinute, clock: { now: () => time } });
        for (const pause of pauses) {
          time += pause;
          const refused = refusal(rateLimit);
          if (!refused) continue;
          time += refused.details.retryAfterMs! - 1;
          expect(refusal(rateLimit)).toBeDefined();
          time += 1;
          expect(refusal(rateLimit)).toBeUndefined();
        }
      }),
    );
  });
});

function refusal(rateLimit: { take(): void }): CallError | undefined {
  try {
    rateLimit.take();
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

import { expect, it } from "vitest";

import { errorCode, errorMessage, systemCode, toError } from "../src/index.ts";

const refused = Object.assign(new Error("connect failed"), { code: "ECONNREFUSED" });

it("adds the system's code of the cause, once", () => {
  expect(errorMessage(new TypeError("fetch failed", { cause: refused }))).toBe("fetch failed (ECONNREFUSED)");
  expect(errorMessage(new Error("connect ECONNREFUSED ::1", { cause: refused }))).toBe("connect ECONNREFUSED ::1");
  expect(errorMessage(refused)).toBe("connect failed (ECONNREFUSED)");
});

it("looks into the first of several errors, and ends on causes that point at each other", () => {
  expect(systemCode(new Error("x", { cause: new AggregateError([refused, new Error("y")]) }))).toBe("ECONNREFUSED");
  const one = new Error("one");
  const other = new Error("other", { cause: one });
  one.cause = other;
  expect(systemCode(one)).toBeUndefined();
  expect(systemCode(new AggregateError([]))).toBeUndefined();
});

it("describes a thrown value that is not an Error", () => {
  expect([errorMessage("no"), errorMessage(undefined), errorCode("no")]).toEqual(["no", "undefined", undefined]);
  expect(errorCode(refused)).toBe("ECONNREFUSED");
});

it("makes an error of anything that was thrown, and leaves an error as it is", () => {
  const error = new TypeError("no");
  expect(toError(error)).toBe(error);
  expect(toError("no").message).toBe("no");
});

/** The JSON report of jest, which vitest writes too. */

import { itemsOf, numberOf, parseJson, readArray, stringOf, valueAt } from "@tenon/basis";

import { testResult, type TestResult } from "./results.ts";

/** A file that could not be loaded is a failed test of its own. */
export function readJestJson(text: string): readonly TestResult[] {
  return itemsOf(valueAt(parseJson(text), "testResults")).flatMap((suite) => {
    const file = stringOf(valueAt(suite, "name"));
    const tests = itemsOf(valueAt(suite, "assertionResults")).map((test) => readTest(test, file));
    const isBroken = valueAt(suite, "status") === "failed" && !tests.some(({ outcome }) => outcome === "failed");
    if (!isBroken) return tests;
    const message = stringOf(valueAt(suite, "message"));
    return [...tests, testResult(file ?? "a test file", "failed", { file, message: message || "It could not be run" })];
  });
}

function readTest(test: unknown, file: string | undefined): TestResult {
  const groups = readArray(valueAt(test, "ancestorTitles"), stringOf);
  const name = [...groups, stringOf(valueAt(test, "title")) ?? ""].filter((part) => part !== "").join(" > ");
  const status = valueAt(test, "status");
  const outcome = status === "passed" || status === "failed" ? status : "skipped";
  const message = readArray(valueAt(test, "failureMessages"), stringOf).join("\n");
  return testResult(name, outcome, { file, ms: numberOf(valueAt(test, "duration")), message });
}

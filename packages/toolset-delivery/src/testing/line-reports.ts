/** Reports that come as lines while the tests run: `go test -json`, and what `cargo test` prints. */

import { numberOf, parseJson, stringOf, valueAt } from "@tenon/basis";

import { testResult, type TestResult } from "./results.ts";

export interface LineReport {
  add(line: string): void;
  tests(): readonly TestResult[];
}

const MAX_OUTPUT = 4_000;

/** A package that does not compile, or that fails outside its tests, is a failed test of its own. */
export function goReport(): LineReport {
  const tests: TestResult[] = [];
  const output = new Map<string, string>();
  const failedIn = new Set<string>();
  return {
    add(line) {
      const event = parseJson(line);
      const action = valueAt(event, "Action");
      const pack = stringOf(valueAt(event, "Package")) ?? stringOf(valueAt(event, "ImportPath")) ?? "";
      const test = stringOf(valueAt(event, "Test"));
      const key = `${pack} > ${test ?? ""}`;
      if (action === "output" || action === "build-output") {
        output.set(key, ((output.get(key) ?? "") + (stringOf(valueAt(event, "Output")) ?? "")).slice(-MAX_OUTPUT));
        return;
      }
      if (action !== "pass" && action !== "fail" && action !== "skip" && action !== "build-fail") return;
      const outcome = action === "pass" ? "passed" : action === "skip" ? "skipped" : "failed";
      const message = outcome === "failed" ? output.get(key) : undefined;
      output.delete(key);
      const ms = (numberOf(valueAt(event, "Elapsed")) ?? 0) * 1_000;
      if (test !== undefined) tests.push(testResult(key, outcome, { ms, message }));
      else if (outcome === "failed" && !failedIn.has(pack)) tests.push(testResult(pack, outcome, { message }));
      if (outcome === "failed") failedIn.add(pack);
    },
    tests: () => tests,
  };
}

/** `test cart::adds ... ok`, and later `---- cart::adds stdout ----` with the reasons. */
export function cargoReport(): LineReport {
  const tests: TestResult[] = [];
  const reasons = new Map<string, string>();
  let about: string | undefined;
  return {
    add(line) {
      const result = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/.exec(line);
      if (result) {
        const [, name = "", outcome] = result;
        tests.push(testResult(name, outcome === "ok" ? "passed" : outcome === "ignored" ? "skipped" : "failed"));
        return;
      }
      const head = /^---- (.+) stdout ----$/.exec(line);
      if (head) about = head[1];
      else if (line === "failures:" || line.startsWith("test result:")) about = undefined;
      else if (about !== undefined) reasons.set(about, `${reasons.get(about) ?? ""}${line}\n`.slice(0, MAX_OUTPUT));
    },
    tests: () =>
      tests.map((test) =>
        test.outcome === "failed" ? testResult(test.name, "failed", { message: reasons.get(test.name) }) : test,
      ),
  };
}

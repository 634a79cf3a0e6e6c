import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with one line that scripts can read: `N passed, N failed`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state !== "pending") count[state] += 1;
      }
      // A file that could not be loaded, or a hook that threw, has no failed test to show for it.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed")) count.failed += 1;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    // After the default reporter's own summary, which is written when this callback has returned.
    process.once("exit", () => process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}

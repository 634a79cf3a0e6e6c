import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Ends a test run with one line that scripts can read: `N passed, N failed`. Before it, what was skipped is named, file by
 * file: the name of a test or of its group says why.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const lines: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state !== "pending") count[state] += 1;
      }
      // A file that could not be loaded, or a hook that threw, has no failed test to show for it.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed")) count.failed += 1;
      // With a pattern of names, most are skipped, and the reason is known.
      if (!module.project.globalConfig.testNamePattern) lines.push(...skippedIn(module, tests));
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    lines.push(`${count.passed} passed, ${count.failed} failed${skipped}`);
    // After the default reporter's own summary, which is written when this callback has returned.
    process.once("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  }
}

/** One line for each group of tests. */
function skippedIn({ relativeModuleId }: TestModule, tests: readonly TestCase[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const result = test.result();
    if (result.state !== "skipped") continue;
    const name = test.parent.type === "suite" ? test.parent.fullName : test.name;
    const line = `skipped in ${relativeModuleId}: ${name}${result.note === undefined ? "" : ` (${result.note})`}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line}, ${count}`);
}

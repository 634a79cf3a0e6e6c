import { expect, it, vi } from "vitest";

import { warn } from "../src/process/warn.ts";
import { sendConsoleTo } from "../src/process/send-console-to.ts";

const SECRET = "correct-horse-battery";

it("redacts the details and the causes of an error that a library prints", () => {
  const lines: string[] = [];
  const cause = Object.assign(new Error("the cause"), { headers: { "X-Api-Key": SECRET } });
  const error = Object.assign(new Error("it failed", { cause }), { details: { env: { API_TOKEN: SECRET } } });
  Object.assign(error, { itself: error });
  {
    using _console = sendConsoleTo((line) => lines.push(line));
    globalThis.console.error("Error handling request %s", "a", error, { password: SECRET });
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Error handling request a");
  expect(lines[0]).toContain("it failed");
  expect(lines[0]).toContain("the cause");
  expect(lines[0]).toContain("redacted-errors.test.ts");
  expect(lines[0]).not.toContain(SECRET);
});

it("redacts what is written to standard error", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  warn(`fetch failed: https://me:${SECRET}@example.com/mcp`);
  const [[said] = []] = write.mock.calls;
  write.mockRestore();
  expect(said).toBe("tenon: fetch failed: https://[redacted]@example.com/mcp\n");
});

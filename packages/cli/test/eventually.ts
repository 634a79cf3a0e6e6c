import { vi } from "vitest";

/** Waits until the check no longer throws, on a slow machine too. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000, interval: 5 });
}

import { describe, expect, it } from "vitest";

import { createLeases } from "../src/store/leases.ts";
import { createMemoryStore } from "../src/store/memory-store.ts";

describe("the lease of a session", () => {
  it("is kept alive while it is held, and no longer", async () => {
    let now = 1_000;
    const store = createMemoryStore(() => now);
    let onRenewed: (count: number) => void = () => {};
    const renew: typeof store.renew = async (leases, leaseMs) => {
      const lost = await store.renew(leases, leaseMs);
      onRenewed(leases.length);
      return lost;
    };
    const renewal = () => new Promise<number>((resolve) => (onRenewed = resolve));
    // A short one, so that it is renewed soon; the time that counts is the test's.
    using leases = createLeases({ ...store, renew }, { leaseMs: 30 });
    const head = { cwd: "/", agent: "claude", createdAt: 0 };
    const first = await leases.create({ id: "a", ...head }, { isHidden: false });
    await leases.create({ id: "b", ...head }, { isHidden: false });
    now = 2_000;
    expect(leases.isHeld((await store.find("a"))!)).toBe(false);
    expect(await renewal()).toBe(2);
    expect(leases.isHeld((await store.find("a"))!)).toBe(true);
    await leases.release(first);
    expect(await renewal()).toBe(1);
    expect(leases.isHeld((await store.find("a"))!)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";

import { createLeases } from "../src/store/leases.ts";
import { createMemoryStore } from "../src/store/memory-store.ts";

describe("the lease of a session", () => {
  it("is kept alive while it is held, and no longer", async () => {
    let now = 1_000;
    const store = createMemoryStore();
    let onRenewed: (count: number) => void = () => {};
    const renew: typeof store.renew = async (leases, until) => {
      await store.renew(leases, until);
      onRenewed(leases.length);
    };
    const renewal = () => new Promise<number>((resolve) => (onRenewed = resolve));
    // A short one, so that it is renewed soon; the time that counts is the test's.
    using leases = createLeases({ ...store, renew }, { now: () => now, leaseMs: 30 });
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

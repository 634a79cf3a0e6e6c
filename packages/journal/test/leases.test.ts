import { noTelemetry } from "@tenon/basis";
import { describe, expect, it, vi } from "vitest";

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
    using leases = createLeases({ ...store, renew }, { leaseMs: 30, address: () => undefined, telemetry: noTelemetry });
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

  it("[N-01] is given up before it runs out, where it cannot be renewed and others cannot see its holder", async () => {
    let uptime = 0;
    const memory = createMemoryStore(() => 0);
    let isReachable = true;
    const renewals: number[] = [];
    const renew: typeof memory.renew = async (leases, leaseMs) => {
      renewals.push(uptime);
      if (!isReachable) throw new Error("unreachable");
      return memory.renew(leases, leaseMs);
    };
    using leases = createLeases(
      { ...memory, isShared: true, renew },
      { leaseMs: 30, address: () => undefined, telemetry: noTelemetry },
      { uptimeMs: () => uptime },
    );
    const lease = await leases.create({ id: "a", cwd: "/", agent: "claude", createdAt: 0 }, { isHidden: false });
    const lost = leases.lostSignal(lease);
    uptime = 20;
    await vi.waitFor(() => expect(renewals).toEqual([20]), { timeout: 30_000 });
    isReachable = false;
    // Renewed at 20, so it runs out at 50.
    uptime = 43;
    await vi.waitFor(() => expect(renewals).toEqual([20, 43]), { timeout: 30_000 });
    expect(lost.aborted).toBe(false);
    uptime = 45;
    await vi.waitFor(() => expect(lost.aborted).toBe(true), { timeout: 30_000 });
  });

  it("[N-01] is given up when it is looked at after its time, though no timer has told so", async () => {
    let uptime = 0;
    // Its timers come after this test.
    using leases = createLeases(
      { ...createMemoryStore(() => 0), isShared: true },
      { leaseMs: 600_000, address: () => undefined, telemetry: noTelemetry },
      { uptimeMs: () => uptime },
    );
    const lease = await leases.create({ id: "a", cwd: "/", agent: "claude", createdAt: 0 }, { isHidden: false });
    const lost = leases.lostSignal(lease);
    uptime = 480_000;
    leases.expire();
    expect(lost.aborted).toBe(false);
    uptime = 480_001;
    leases.expire();
    expect(lost.aborted).toBe(true);
  });
});

/** Where a session goes, by what is known of the machines. */

import { describe, expect, it } from "vitest";

import type { MachineView } from "../src/gateway.ts";
import { loadOf, placesFor, poolFor } from "../src/machines/placement.ts";

const web = { name: "web", folder: "/srv/web" };

describe("the place of a session", () => {
  it("is the least busy machine, and the client's own unless that has much more to do", () => {
    const others = [machine("b", { load: 7 }), machine("c", { load: 3 })];
    const here = (load: number) => machine("a", { load, isThis: true });
    expect(names(placesFor(undefined, [here(12), ...others]))).toEqual(["a", "c", "b"]);
    expect(names(placesFor(undefined, [here(14), ...others]))).toEqual(["c", "a", "b"]);
    expect(names(placesFor(undefined, [here(30), ...others]))).toEqual(["c", "b", "a"]);
  });

  it("is no machine that is stopping or was not heard of, nor one without its pool", () => {
    const machines = [
      machine("a", { isThis: true }),
      machine("b", { pools: [web], isDraining: true }),
      machine("c", { pools: [web], isUp: false }),
      machine("d", { pools: [web], load: 99 }),
    ];
    expect(names(placesFor(undefined, machines))).toEqual(["a", "d"]);
    expect(names(placesFor("web", machines))).toEqual(["d"]);
    expect(names(placesFor("gpu", machines))).toEqual([]);
  });

  it("is in the pool that its client asks for, or else in that of the innermost folder around its own", () => {
    // A machine that is down still says what is only there.
    const machines = [
      machine("a", { pools: [{ name: "gpu" }, { name: "all", folder: "/srv" }] }),
      machine("b", { pools: [web], isUp: false }),
    ];
    expect(poolFor({ folder: "/srv/web/app" }, machines)).toBe("web");
    expect(poolFor({ folder: "/srv/web" }, machines)).toBe("web");
    expect(poolFor({ folder: "/srv/website" }, machines)).toBe("all");
    expect(poolFor({ folder: "/home/me" }, machines)).toBeUndefined();
    expect(poolFor({ folder: "/srv/web/app", pool: "gpu" }, machines)).toBe("gpu");
    // Its folders are on its client's machine.
    expect(poolFor({}, machines)).toBeUndefined();
  });

  it("counts a turn like ten idle sessions, and a machine's cores", () => {
    expect(loadOf({ liveSessions: 12, runningSessions: 2 }, 1)).toBe(30);
    expect(loadOf({ liveSessions: 12, runningSessions: 2 }, 4)).toBe(7.5);
  });
});

function machine(name: string, facts: Partial<MachineView>): MachineView {
  const counts = { liveSessions: 0, runningSessions: 0, connections: 0, load: 0 };
  const state = { isDraining: false, isUp: true, isThis: false };
  return { address: `http://${name}:1`, name, version: "1", startedAt: 0, pools: [], ...counts, ...state, ...facts };
}

function names(machines: readonly MachineView[]): readonly string[] {
  return machines.map(({ name }) => name);
}

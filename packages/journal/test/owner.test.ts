import { spawn } from "node:child_process";
import { once } from "node:events";

import { describe, expect, it } from "vitest";

import { stateOf, thisProcess } from "../src/store/owner.ts";

describe("the process that holds a session", () => {
  const self = thisProcess();

  it("is alive while it runs", () => {
    expect(stateOf(self, self)).toBe("alive");
    const { started: _, ...parent } = { ...self, pid: process.ppid };
    expect(stateOf(parent, self)).toBe("alive");
  });

  it("is gone when no process has its pid any more", async () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    const { pid = 0 } = child;
    await once(child, "exit");
    expect(stateOf({ ...self, pid }, self)).toBe("gone");
  });

  it.skipIf(self.started === undefined)(
    "is gone when another process has its pid, or the machine was started anew",
    () => {
      expect(stateOf({ ...self, started: "1" }, self)).toBe("gone");
      expect(stateOf({ ...self, boot: "earlier" }, self)).toBe("gone");
    },
  );

  it("cannot be seen on another machine, or in another container of this one", () => {
    expect(stateOf({ ...self, host: "elsewhere", pid: 999_999_999 }, self)).toBe("unknown");
    expect(stateOf({ ...self, pidSpace: "pid:[1]", pid: 999_999_999 }, self)).toBe("unknown");
  });
});

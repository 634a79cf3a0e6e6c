import { describe, expect, it } from "vitest";

import { PERMITTED } from "../src/writing/event-record.ts";
import { createGroupCommit } from "../src/writing/group-commit.ts";
import type { Batch, RecordToStore } from "../src/store/store.ts";

describe("appending to a journal", () => {
  it("writes what is appended in the same moment in one transaction, at once", async () => {
    const { commit, groups } = setUp();
    await Promise.all([commit.add(batch(1)), commit.add(batch(2)), commit.add(batch(1))]);
    await commit.add(batch(1));
    expect(groups.map((group) => group.length)).toEqual([3, 1]);
  });

  it("makes no group so large that it holds up the event loop", async () => {
    const { commit, groups } = setUp();
    const many = Array.from({ length: 1_000 }, () => commit.add(batch(1)));
    const large = Array.from({ length: 4 }, () => commit.add(batch(1, "x".repeat(600_000))));
    const huge = commit.add(batch(1, "x".repeat(3_000_000)));
    await Promise.all([...many, ...large, huge]);
    expect(groups.map((group) => group.length)).toEqual([256, 256, 256, 233, 1, 1, 1, 1]);
    expect(groups.flat().map(({ records }) => records[0]?.at)).toEqual(Array.from({ length: 1_005 }, (_, n) => n));
  });

  it("tells everyone in a group that it failed, and goes on with the next", async () => {
    const { commit, fail } = setUp();
    fail(new Error("No room"));
    const outcomes = await Promise.allSettled([commit.add(batch(1)), commit.add(batch(2))]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fail(undefined);
    expect(await commit.add(batch(1))).toBe(1);
    await commit.settled();
  });

  it("has a store elsewhere write the next group before those who waited for the last one go on", async () => {
    const { commit, groups } = setUp({ isShared: true });
    const first = Array.from({ length: 256 }, () => commit.add(batch(1)));
    const written = first[0]?.then(() => groups.length);
    await Promise.all([...first, commit.add(batch(2))]);
    expect(await written).toBe(2);
  });

  it("acknowledges an approval when it is written, and what goes along when it is durable", async () => {
    const { commit, hold } = setUp();
    const durable = hold();
    const acknowledged: string[] = [];
    const approval = commit.add(batch(1, "x", PERMITTED)).then(() => acknowledged.push("approval"));
    const update = commit.add(batch(1)).then(() => acknowledged.push("update"));
    // Redaction may hold back all that was appended.
    const nothing = commit.add({ ...batch(1), records: [] }).then(() => acknowledged.push("nothing"));
    await approval;
    await new Promise((resolve) => setImmediate(resolve));
    expect(acknowledged).toEqual(["approval"]);
    durable();
    await Promise.all([update, nothing]);
  });

  let count = 0;
  function batch(key: number, text = "x", kind = ""): Batch {
    const records: readonly RecordToStore[] = [{ from: "agent", at: count, kind, text, largeStrings: [] }];
    count += 1;
    return { lease: { key, epoch: 1 }, records, hasOpenWork: false, hasPrompt: false };
  }

  function setUp({ isShared = false } = {}) {
    count = 0;
    const groups: (readonly Batch[])[] = [];
    let failure: Error | undefined;
    let durable: Promise<void> | undefined;
    const append = async (group: readonly Batch[], onWritten?: (seqs: readonly number[]) => void) => {
      if (failure) throw failure;
      groups.push(group);
      const seqs = group.map(() => 1);
      onWritten?.(seqs);
      await durable;
      return seqs;
    };
    return {
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        durable = promise;
        return resolve;
      },
      groups,
      commit: createGroupCommit({ append, isShared }, () => {}),
      fail: (error: Error | undefined) => void (failure = error),
    };
  }
});

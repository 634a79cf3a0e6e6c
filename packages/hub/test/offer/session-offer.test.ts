import { describe, expect, it } from "vitest";

import { hubTool } from "../../src/catalogue/hub-tool.ts";
import { createSessionOffer } from "../../src/session-offer.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const tools = ["read", "write"].map((name) =>
  hubTool("files", { name, inputSchema: { type: "object" } }, { include: undefined, isGiven: false }),
);
const [read] = tools.map(({ name }) => name);
const words = "read it";

function sessionWithOffer() {
  const session = createSessionOffer({});
  session.update(tools);
  session.next(words);
  return { session, first: session.next(words) };
}

describe("the offer of one step", () => {
  it("[P72] is the same object in the next step while nothing changed", () => {
    const { session, first } = sessionWithOffer();
    session.update([...tools]);
    expect(session.next(words)).toBe(first);
  });

  it("is made again for other words and for another model", () => {
    const { session, first } = sessionWithOffer();
    expect(session.next("write it")).not.toBe(first);
    expect(session.next("write it", { modelContext: 8_000 }).tokens.limit).not.toBe(first.tokens.limit);
  });

  it("is made again when a tool is used, found or set, and when the catalogue changes", () => {
    const { session } = sessionWithOffer();
    const changes = [
      () => session.used(read ?? ""),
      () => void session.find({ query: "read" }),
      () => session.include({ server: "files", tool: "write", mode: "manual" }),
      () => session.update(tools.slice(0, 1)),
    ];
    for (const change of changes) {
      session.next(words);
      const before = session.next(words);
      expect(session.next(words)).toBe(before);
      change();
      expect(session.next(words)).not.toBe(before);
    }
    expect(session.next(words).tools.map(({ name }) => name)).toEqual([read]);
  });
});

import { linkedPair } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

describe("a linked pair", () => {
  it("carries messages both ways, in order", async () => {
    const pair = linkedPair<string>();
    const [left, right] = [pair.left.writable.getWriter(), pair.right.writable.getWriter()];
    const [atLeft, atRight] = [pair.left.readable.getReader(), pair.right.readable.getReader()];

    await left.write("one");
    await left.write("two");
    await right.write("back");

    expect(await atRight.read()).toEqual({ done: false, value: "one" });
    expect(await atRight.read()).toEqual({ done: false, value: "two" });
    expect(await atLeft.read()).toEqual({ done: false, value: "back" });
  });

  it("ends the reader when the writer closes, and fails it when the writer aborts", async () => {
    const pair = linkedPair<string>();
    await pair.left.writable.close();
    expect(await pair.right.readable.getReader().read()).toEqual({ done: true, value: undefined });

    await pair.right.writable.abort(new Error("torn"));
    await expect(pair.left.readable.getReader().read()).rejects.toThrow("torn");
  });

  it("fails the writer when the reader goes", async () => {
    const pair = linkedPair<string>();
    await pair.right.readable.cancel(new Error("not interested"));
    await expect(pair.left.writable.getWriter().write("x")).rejects.toThrow("not interested");
  });

  it("makes a writer wait when the reader is behind", async () => {
    const pair = linkedPair<number>({ capacity: 2 });
    const writer = pair.left.writable.getWriter();
    await writer.write(1);
    let isAccepted = false;
    const second = writer.write(2).then(() => (isAccepted = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAccepted).toBe(false);

    await pair.right.readable.getReader().read();
    await second;
    expect(isAccepted).toBe(true);
  });
});

describe("cutting the connection", () => {
  it("ends both readers, and fails the writers", async () => {
    const pair = linkedPair<string>();
    const writer = pair.left.writable.getWriter();
    const failed = writer.closed.catch((error: unknown) => error);
    pair.cut();
    pair.cut();
    expect((await pair.left.readable.getReader().read()).done).toBe(true);
    expect((await pair.right.readable.getReader().read()).done).toBe(true);
    await expect(writer.write("never")).rejects.toThrow("The connection was cut");
    expect(await failed).toBeInstanceOf(Error);
  });
});

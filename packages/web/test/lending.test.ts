import { expect, it } from "vitest";

import { createLending, loadDeviceTools } from "../src/lending/lending.ts";

it("the tools of this device are loaded again if that has failed before", async () => {
  await using page = lendingPage({ failures: 1 });
  expect(await page.call("tools/list")).toMatchObject({ refused: { message: "Failed to fetch" } });
  expect(await page.call("tools/list")).toMatchObject({ answered: expect.anything() });
});

it("a connection that is lost while its tools could not be loaded leaves nothing behind", async () => {
  await using page = lendingPage({ failures: 2 });
  const call = page.call("tools/list");
  page.lending.clear();
  expect(await call).toMatchObject({ refused: { message: "Cancelled" } });
});

interface Outcome {
  readonly answered?: unknown;
  readonly refused?: unknown;
}

function lendingPage({ failures }: { readonly failures: number }) {
  let left = failures;
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  const lending = createLending({
    questions: { add() {}, cancel() {} },
    notify() {},
    async load() {
      left -= 1;
      if (left >= 0) throw new Error("Failed to fetch");
      return await loadDeviceTools();
    },
  });
  lending.greeted({ agentCapabilities: { mcpCapabilities: { acp: true } } });
  const [declared] = lending.declare();
  let lastId = 0;
  return {
    lending,
    call: (method: string): Promise<Outcome> =>
      new Promise((resolve) => {
        lastId += 1;
        lending.take({
          id: lastId,
          method: "mcp/message",
          params: { ...declared, requestId: String(lastId), method },
          answer: (answered) => resolve({ answered }),
          refuse: (refused) => resolve({ refused }),
        });
      }),
    async [Symbol.asyncDispose]() {
      lending.clear();
      await new Promise((resolve) => void setImmediate(resolve));
      process.off("unhandledRejection", note);
      expect(unhandled).toEqual([]);
    },
  };
}

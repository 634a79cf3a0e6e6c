import { IncomingMessage } from "node:http";
import { Socket } from "node:net";

import { expect, it } from "vitest";

import { createRefusals } from "../../src/http/door/refusals.ts";

it("logs so many refusals of one reason a minute, and then how many more there were", () => {
  const lines: string[] = [];
  const write = (event: string, fields: object = {}) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  let now = 0;
  let counted = 0;
  const note = createRefusals({
    log: { error: write, warn: write, info: write, debug: write },
    metrics: { countRefusal: () => void (counted += 1) },
    addressOf: () => "127.0.0.1",
    now: () => now,
  });
  const request = new IncomingMessage(new Socket());
  request.url = "/acp";
  for (let time = 0; time < 1_000; time += 1) note(request, { status: 401, reason: "no token" });
  note(request, { status: 403, reason: "another origin" });
  expect(lines).toHaveLength(61);
  now = 60_000;
  note(request, { status: 401, reason: "no token" });
  expect(lines.at(-2)).toBe('request-refuse-more {"reason":"401 no token","count":940}');
  expect(lines).toHaveLength(63);
  expect(counted).toBe(1_002);
});

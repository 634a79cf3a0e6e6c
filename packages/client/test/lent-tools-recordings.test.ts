/**
 * Traffic of real agents behind `tenon wrap` that call a tool of a server which the client lends, recorded by
 * `npm run arrival -- --wrapped --only stdio-2025 --again --record <folder>`, played again against our client.
 */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { objectOf, parseJson } from "@tenon/basis";
import { foldRecords, type Timeline, type ToolCallEntry } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { playRecording, recordingOf } from "./recordings/play-recording.ts";

const folder = fileURLToPath(new URL("fixtures/recordings/wrapped", import.meta.url));
const agents = readdirSync(folder).map((file) => file.replace(/\.jsonl$/, ""));

it("there is one of each agent that takes servers", () => {
  expect(agents.length).toBeGreaterThanOrEqual(11);
});

describe.each(agents)("%s behind wrap, recorded", (name) => {
  const { lines } = recordingOf(`wrapped/${name}`);

  it("gives one timeline, whether it is live, recorded just now or recorded then", async () => {
    const { timeline, recording, live } = await playRecording(`wrapped/${name}`);
    expect(withoutTimes(foldRecords(live))).toEqual(withoutTimes(timeline));
    expect(withoutTimes(foldRecords(recording))).toEqual(withoutTimes(timeline));
  });

  it("[WA3] [WA4] asks the user once, with the real server and tool, and shows the result", () => {
    const questions = lines.flatMap(({ from, text }) => {
      const { method, params } = objectOf(parseJson(text));
      return from === "agent" && method === "session/request_permission"
        ? [objectOf(objectOf(params)["toolCall"])]
        : [];
    });
    expect(questions).toMatchObject([{ title: expect.stringMatching(/^alpha: /) }]);
    const call = foldRecords(lines).entries.find(
      (entry): entry is ToolCallEntry => entry.type === "tool-call" && entry.permission !== undefined,
    );
    expect(call).toMatchObject({ status: "completed", title: expect.stringMatching(/^alpha: /) });
    expect(JSON.stringify(call)).toContain("RETURNED-echo");
  });

  it("[R17] has no key of the endpoint, and names no machine", () => {
    const text = lines.map((line) => line.text).join("\n");
    expect(text).not.toMatch(/Bearer |TENON_ENDPOINT_TOKEN|tenon-rehearsal-|127\.0\.0\.1:(?!8080)/);
  });
});

function withoutTimes({ entries }: Timeline) {
  return entries.map(({ at: _at, changedAt: _changedAt, ...rest }) => rest);
}

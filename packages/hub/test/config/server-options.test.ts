import { readServerOptions } from "@tenon/hub/config";
import { describe, expect, it } from "vitest";

describe("what a client says of a server that it gives", () => {
  it("[M24] has the shape of the options of a configured server", () => {
    const said = {
      include: "manual",
      tools: { search: "always" },
      revision: "2026-07-28",
      limits: { startMs: 90_000, endMs: 0, callMs: 1_000, callsPerMinute: 5 },
    };
    expect(readServerOptions(said)).toEqual({
      options: {
        include: "manual",
        tools: { search: "always" },
        revision: "2026-07-28",
        startMs: 90_000,
        endMs: 0,
        callMs: 1_000,
        callsPerMinute: 5,
      },
      problems: [],
    });
  });

  it("[M24] loses only what cannot be used, and says what that is", () => {
    const said = {
      include: "sometimes",
      tools: { search: "always", write: 7 },
      limits: { startMs: "long", callMs: 1_000, calMs: 5 },
      inclde: "always",
    };
    expect(readServerOptions(said)).toEqual({
      options: { tools: { search: "always" }, callMs: 1_000 },
      problems: [
        "limits.calMs is not known; did you mean callMs?",
        "inclde is not known; did you mean include?",
        'include: expected one of "always", "manual", "agent", "off", found "sometimes"',
        expect.stringMatching(/^tools\.write: expected one of/),
        expect.stringMatching(/^limits\.startMs: expected an integer/),
      ],
    });
  });

  it.each([undefined, null, {}])("[M24] says nothing: %j", (said) => {
    expect(readServerOptions(said)).toEqual({ problems: [] });
  });

  it.each([7, "always", [], true])("[M24] is not understood and does no harm: %j", (said) => {
    expect(readServerOptions(said)).toEqual({ problems: ["expected an object"] });
  });
});

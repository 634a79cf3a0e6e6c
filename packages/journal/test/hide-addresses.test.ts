import { describe, expect, it } from "vitest";

import { hideAddresses } from "../src/writing/hide-addresses.ts";

describe("an address that the user is asked to open", () => {
  const url = "https://ada:secret@example.com:8443/sign/9f8e7d?state=1#here";

  it("is kept as where it leads, in a request, within a result and within an error", () => {
    const question = { mode: "url", message: "Sign", url, elicitationId: "e-1" };
    const shown = { ...question, url: "https://example.com:8443/" };
    const places = (asked: object) => [
      { id: 1, method: "elicitation/create", params: asked },
      { id: 1, result: { inputRequests: { sign: { method: "elicitation/create", params: asked } } } },
      { id: 1, error: { code: -32_042, message: "First sign in", data: { elicitations: [asked] } } },
    ];
    const kept = places(question).map((message) => hidden(JSON.stringify(message)));
    expect(kept).toEqual(places(shown).map((message) => JSON.stringify(message)));
    expect(kept.map(hidden)).toEqual(kept);
    expect(hidden(JSON.stringify({ elicitationId: "e", url: "9f8e7d" }))).not.toContain("9f8e7d");
  });

  it("is the only thing that changes: any other text stays letter for letter", () => {
    const texts = [
      `{ "method": "elicitation/complete", "params": { "elicitationId": "e-1" } }`,
      JSON.stringify({ mode: "url", url }),
      JSON.stringify({ text: `{"elicitationId":"e","url":"${url}"}` }),
      `no JSON "elicitationId" ${url}`,
    ];
    expect(texts.map(hidden)).toEqual(texts);
  });
});

function hidden(text: string): string {
  return hideAddresses({ from: "agent", text }).text;
}

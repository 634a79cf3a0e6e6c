import { readFormFields } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { initialInput, readForm } from "../src/elicitation/form-input.ts";
import { readAddress } from "../src/elicitation/read-address.ts";
import { askedCall } from "../src/permission/asked-call.ts";
import { answerByKey, answersTo } from "../src/permission/permission-options.ts";
import type { Question } from "../src/wire/questions.ts";

function question(params: Question["params"]): Question {
  return { id: 1, method: "session/request_permission", sessionId: "s", params, answer: () => {} };
}

describe("The answers to a permission", () => {
  const options = [
    { optionId: "a", name: "Always", kind: "allow_always" },
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "?", name: "Something newer", kind: "allow_until_friday" },
    { name: "No id" },
    { optionId: "never", kind: "reject_always" },
  ];

  it("are ordered with those for this call first, and have keys by position", () => {
    const answers = answersTo(question({ options }));
    expect(answers.map(({ id, digit, letter }) => [id, digit, letter])).toEqual([
      ["y", "1", "y"],
      ["?", "2", undefined],
      ["a", "3", undefined],
      ["never", "4", "n"],
    ]);
    expect(answerByKey(answers, "Digit3")?.id).toBe("a");
    expect(answerByKey(answers, "Numpad2")?.id).toBe("?");
    expect(answerByKey(answers, "KeyN")?.id).toBe("never");
    expect(answerByKey(answers, "KeyA")).toBeUndefined();
    expect(answerByKey(answers, "Digit9")).toBeUndefined();
    expect(answerByKey(answers, "Enter")).toBeUndefined();
  });

  it("describe the call from the question, ignoring malformed parts", () => {
    const call = askedCall(
      question({ toolCall: { toolCallId: "c", title: 5, content: "x", rawInput: { a: 1 } } }),
      undefined,
    );
    expect(call).toMatchObject({ title: "A tool call", content: [], rawInput: { a: 1 } });
    expect(askedCall(question({}), undefined).title).toBe("A tool call");
  });
});

describe("A form", () => {
  const fields = readFormFields({
    properties: {
      name: { type: "string", title: "Name", minLength: 2, pattern: "^[a-z]+$" },
      mail: { type: "string", format: "email" },
      when: { type: "string", format: "date-time" },
      count: { type: "integer", minimum: 1, default: 3 },
      share: { type: "number", maximum: 1 },
      size: { type: "string", oneOf: [{ const: "s", title: "Small" }, { const: "l" }] },
      tags: { type: "array", items: { anyOf: [{ const: "x" }, { const: "y" }] }, maxItems: 1 },
      isOn: { type: "boolean" },
      map: { type: "object" },
    },
    required: ["name", "size"],
  });

  it("starts with its defaults, and leaves out what is optional and empty", () => {
    const input = { ...initialInput(fields), name: "ada", size: "s" };
    expect(readForm(fields, input)).toEqual({ content: { name: "ada", count: 3, size: "s", isOn: false } });
  });

  it("reports each problem as a sentence", () => {
    const input = {
      ...initialInput(fields),
      name: "A1",
      mail: "nobody",
      when: "tomorrow",
      count: "0.5",
      share: "half",
      tags: ["x", "y"],
    };
    expect(readForm(fields, input)).toEqual({
      problems: {
        name: "Name must match ^[a-z]+$.",
        mail: "mail must be an email address.",
        when: "when must be a date and time with its zone, such as 2026-11-30T12:00:00Z.",
        count: "count must be a whole number.",
        share: "share must be a number.",
        size: "size is required.",
        tags: "tags must have at most 1 choice.",
      },
    });
  });
});

describe("An address", () => {
  it("is read with its host and with warnings", () => {
    expect(readAddress("https://example.com/a")).toEqual({ host: "example.com", warnings: [] });
    expect(readAddress("http://127.0.0.1:7411/x")?.warnings).toEqual([]);
    expect(readAddress("http://example.com@evil.example/")?.host).toBe("evil.example");
    expect(readAddress("http://example.com@evil.example/")?.warnings).toHaveLength(2);
    expect(readAddress("https://gооgle.com/")?.warnings).toHaveLength(1);
    expect(readAddress("https://10.0.0.1/")?.warnings).toHaveLength(1);
  });

  it("is neither a script nor a local file", () => {
    for (const text of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "not an address", ""]) {
      expect(readAddress(text)).toBeUndefined();
    }
  });
});

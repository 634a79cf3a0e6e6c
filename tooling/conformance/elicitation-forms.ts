/**
 * The forms that the suite's scenarios about elicitation ask for (SEP-1034, SEP-1330).
 */

export const formWithDefaults = {
  type: "object" as const,
  properties: {
    name: { type: "string" as const, default: "John Doe" },
    age: { type: "integer" as const, default: 30 },
    score: { type: "number" as const, default: 95.5 },
    status: { type: "string" as const, enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean" as const, default: true },
  },
};

const titled = (title: string) =>
  [1, 2, 3].map((number) => ({
    const: `value${number}`,
    title: `${["First", "Second", "Third"][number - 1]} ${title}`,
  }));
const options = ["option1", "option2", "option3"];

export const formWithChoices = {
  type: "object" as const,
  properties: {
    untitledSingle: { type: "string" as const, enum: options },
    titledSingle: { type: "string" as const, oneOf: titled("Option") },
    legacyEnum: {
      type: "string" as const,
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array" as const, items: { type: "string" as const, enum: options } },
    titledMulti: { type: "array" as const, items: { anyOf: titled("Choice") } },
  },
};

/**
 * Asks a person on a terminal what an agent wants to know: a form, field by field, or an address to open.
 *
 * It always says who asks. A form is sent, and an address opened, only by a clear yes at the end.
 */

import type { FormAnswer, FormPrompter, UrlPrompter } from "@tenon/client";
import type { FormField } from "@tenon/timeline";

import { phrase, t } from "../../../messages/t.ts";
import { openInBrowser } from "../../../process/open-in-browser.ts";
import { printableLine } from "../../../terminal/printable.ts";
import type { Lines, QuestionOptions } from "./keyboard.ts";

export function formPrompt({ keyboard, write, style, aside }: QuestionOptions): FormPrompter {
  return {
    fillIn: (form, { signal }) =>
      aside(async (): Promise<FormAnswer> => {
        const { paint } = style();
        const about = [form.title ?? "", form.description ?? ""].map(printableLine).filter(Boolean);
        const problems = form.problems.map(({ message }) => paint("red", printableLine(message)));
        const head = paint(
          "yellow",
          t("{agent} asks: {question}", { agent: printableLine(form.agent), question: printableLine(form.message) }),
        );
        await write(`\n${[head, ...about, ...problems].join("\n")}\n`);
        using lines = await keyboard.lines({ signal });
        const content = { ...form.content };
        for (const field of form.fields) {
          if (field.type === "unknown") continue;
          const answer = await askField(field, content[field.name], lines);
          if (answer === undefined) return { action: "cancel" };
          if (answer.value !== undefined) content[field.name] = answer.value;
        }
        const word = await lines.ask(t("Send this? [yes/no, Ctrl-D to cancel] "));
        if (word === undefined) return { action: "cancel" };
        return /^y(?:es)?$/i.test(word.trim()) ? { action: "accept", content } : { action: "decline" };
      }),
  };
}

export function urlPrompt({ keyboard, write, style, aside }: QuestionOptions): UrlPrompter {
  return {
    consent: (question, { signal }) =>
      aside(async () => {
        const { paint } = style();
        const { agent, message, url, host, warnings } = question;
        const text = [
          "",
          paint(
            "yellow",
            t("{agent} asks you to open a URL: {why}", { agent: printableLine(agent), why: printableLine(message) }),
          ),
          `  ${printableLine(url)}`,
          ...warnings.map((warning) => paint("red", `  ${printableLine(warning)}`)),
          `  ${paint("bold", "o")}  ${t("Open {host} in the browser", { host: printableLine(host) })}`,
          `  ${paint("bold", "n")}  ${t("No")}`,
          t("Your answer: "),
        ];
        await write(text.join("\n"));
        for await (const key of keyboard.keys({ signal })) {
          if (key !== "o" && key !== "n" && key !== "\u001B") continue;
          await write(`${key === "o" ? t("Opened") : t("No")}\n\n`);
          if (key !== "o") return "decline";
          openInBrowser(url);
          return "accept";
        }
        return "cancel";
      }),
  };
}

type Askable = Exclude<FormField, { readonly type: "unknown" }>;
type Value = string | number | boolean | string[];

/** Undefined if the person leaves; without a value if they leave the field as it is. */
async function askField(field: Askable, before: unknown, lines: Lines): Promise<{ value?: Value } | undefined> {
  const now = before === undefined ? "" : ` [${printableLine(JSON.stringify(before))}]`;
  const about = field.description === undefined ? "" : ` (${printableLine(field.description)})`;
  const choices = "choices" in field ? field.choices : [];
  const list = choices.map(({ title }, index) => `  ${index + 1}  ${printableLine(title)}\n`).join("");
  const hint = t(HINTS[field.type]);
  const must = field.isRequired ? " *" : "";
  const answer = await lines.ask(`${printableLine(field.title)}${must}${about}${hint}\n${list}${now}> `);
  if (answer === undefined) return undefined;
  return answer.trim() === "" ? {} : { value: readValue(field, answer.trim()) };
}

const HINTS: Readonly<Record<Askable["type"], string>> = {
  text: "",
  number: phrase(", a number"),
  integer: phrase(", an integer"),
  "yes-no": phrase(", yes or no"),
  "one-of": phrase(", by its number"),
  "some-of": phrase(", by their numbers"),
};

/** What cannot be understood stays as it was typed: the form is then asked again, and says what is wrong with it. */
function readValue(field: Askable, answer: string): Value {
  switch (field.type) {
    case "text":
      return answer;
    case "number":
    case "integer":
      return Number.isNaN(Number(answer)) ? answer : Number(answer);
    case "yes-no":
      return /^(?:y|yes|true)$/i.test(answer) || (/^(?:n|no|false)$/i.test(answer) ? false : answer);
    case "one-of":
      return field.choices[Number(answer) - 1]?.value ?? answer;
    case "some-of":
      return answer.split(/[\s,]+/).map((one) => field.choices[Number(one) - 1]?.value ?? one);
  }
}

/**
 * Asks a person on a terminal whether the agent may do something: what it is, in full, and then the options as the agent
 * wrote them, by number or by letter.
 *
 * Nothing says yes but the key of a yes: not Enter, not a key typed before the question was there [D-16].
 */

import type { PermissionOption } from "@agentclientprotocol/sdk";
import type { PermissionPrompter, PermissionQuestion } from "@tenon/client";
import type { ToolCallEntry } from "@tenon/timeline";

import { agentWords } from "../../../messages/agent-words.ts";
import { t } from "../../../messages/t.ts";
import { printableLine } from "../../../terminal/printable.ts";
import type { Style } from "../../../terminal/style.ts";
import { entryLines } from "../../../timeline-view/entry-lines.ts";
import type { QuestionOptions } from "./keyboard.ts";

const ESCAPE = "\u001B";

export function permissionPrompt({ keyboard, write, style, aside }: QuestionOptions): PermissionPrompter {
  return {
    choose: (question, { signal }) =>
      aside(async () => {
        if (signal.aborted) return undefined;
        const choices = choicesOf(question.options);
        await write(questionText(question, choices, style()));
        const chosen = await firstChoice(choices, signal);
        await write(
          `${chosen ? printableLine(agentWords(chosen.name)) : signal.aborted ? t("(withdrawn)") : t("No")}\n\n`,
        );
        return chosen?.optionId;
      }),
  };

  async function firstChoice(
    choices: readonly KeyedOption[],
    signal: AbortSignal,
  ): Promise<PermissionOption | undefined> {
    for await (const key of keyboard.keys({ signal })) {
      if (key === ESCAPE) return undefined;
      const choice = choices.find(({ keys }) => keys.includes(key));
      if (choice) return choice.option;
    }
    return undefined;
  }
}

interface KeyedOption {
  readonly option: PermissionOption;
  readonly keys: readonly string[];
}

const LETTERS: Readonly<Record<string, string>> = {
  allow_once: "y",
  allow_always: "a",
  reject_once: "n",
  reject_always: "d",
};

/** A letter stands for the first option of its kind, a number for each. */
function choicesOf(options: readonly PermissionOption[]): readonly KeyedOption[] {
  return options.map((option, index) => {
    const letter = LETTERS[option.kind];
    const isFirst = options.findIndex(({ kind }) => kind === option.kind) === index;
    // With ten or more, the first digit of two would answer.
    const number = index < 9 ? [String(index + 1)] : [];
    return { option, keys: [...number, ...(letter !== undefined && isFirst ? [letter] : [])] };
  });
}

function questionText(question: PermissionQuestion, choices: readonly KeyedOption[], style: Style): string {
  const { paint } = style;
  // In full: a person cannot agree to what is cut off.
  const lines = entryLines(asEntry(question), { ...style, maxLines: Number.POSITIVE_INFINITY });
  const offers = (kind: PermissionOption["kind"]) => question.options.some((option) => option.kind === kind);
  const remembered = [
    ...(offers("allow_always") ? (question.remembers?.allow ?? []) : []),
    ...(offers("reject_always") ? (question.remembers?.reject ?? []) : []),
  ].map((sentence) => t("Always: {what}", { what: printableLine(agentWords(sentence)) }));
  const why = question.why === undefined ? [] : [printableLine(agentWords(t(question.why)))];
  return [
    "",
    paint("yellow", paint("bold", t("The agent asks for permission:"))),
    ...lines,
    ...[...why, ...remembered].map((line) => paint("dim", line)),
    ...choices.map(
      ({ option, keys }) => `  ${paint("bold", keys.join(t(" or ")))}  ${printableLine(agentWords(option.name))}`,
    ),
    `  ${paint("bold", "Esc")}  ${t("No")}`,
    paint("bold", t("Your answer: ")),
  ].join("\n");
}

function asEntry({ toolCall }: PermissionQuestion): ToolCallEntry {
  return {
    key: toolCall.toolCallId,
    revision: 1,
    type: "tool-call",
    toolCallId: toolCall.toolCallId,
    title: toolCall.title ?? toolCall.toolCallId,
    kind: toolCall.kind ?? "other",
    status: "pending",
    content: toolCall.content ?? [],
    locations: toolCall.locations ?? [],
    rawInput: toolCall.rawInput,
    terminals: {},
  };
}

import { once } from "node:events";
import { PassThrough } from "node:stream";

import type { PermissionQuestion } from "@tenon/client";
import { describe, expect, it } from "vitest";

import { terminalKeyboard } from "../../src/commands/run/ask/keyboard.ts";
import { permissionPrompt } from "../../src/commands/run/ask/permission-prompt.ts";
import { speak } from "../../src/messages/t.ts";
import { userLanguage } from "../../src/messages/user-language.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { eventually } from "../eventually.ts";
import { typist } from "./keys.ts";

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "ever", name: "Always allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
] as const;

const command = `rm -rf build && ${"echo long; ".repeat(30)}`;
const question: PermissionQuestion = {
  session: { id: "s", cwd: "/project", roots: ["/project"] },
  toolCall: {
    toolCallId: "c",
    title: "Run a command",
    kind: "execute",
    rawInput: { command },
    content: [{ type: "diff", path: "/project/a.txt", oldText: "one\n", newText: "two\n" }],
  },
  options: [...options],
  why: "No rule speaks of it.",
  remembers: { allow: ["every git command"], reject: [] },
};

describe("a question about permission", () => {
  it("shows what will be done in full, and every option", async () => {
    const { asked, written, choose, type } = ask();
    const chosen = choose();
    await asked();
    const text = await written("Reject");
    expect(text).toContain(command.trim());
    expect(text).toContain("-one");
    expect(text).toContain("+two");
    expect(text).toContain("No rule speaks of it.");
    expect(text).toMatch(/1 or y {2}Allow\n/);
    expect(text).toMatch(/2 or a {2}Always allow\n/);
    type("1");
    await expect(chosen).resolves.toBe("yes");
  });

  it.each([
    ["y", "yes"],
    ["2", "ever"],
    ["n", "no"],
    ["3", "no"],
    ["\u001B", undefined],
    ["\u0004", undefined],
  ])("%j picks %s", async (key, id) => {
    const { choose, type, asked } = ask();
    const chosen = choose();
    await asked();
    type(key);
    await expect(chosen).resolves.toBe(id);
  });

  it("[D-16] Enter and unknown keys answer nothing", async () => {
    const { choose, type, asked } = ask();
    const chosen = choose();
    await asked();
    for (const key of ["\r", "\n", " ", "x", "9", "Y"]) type(key);
    type("n");
    await expect(chosen).resolves.toBe("no");
  });

  it("[D-16] keys typed before the question can be read do not answer it", async () => {
    const deaf = Promise.withResolvers<void>();
    const { choose, type, modes, input } = ask({ deafness: () => deaf.promise });
    type("y");
    const chosen = choose();
    await eventually(() => expect(modes).toEqual([true]));
    const heard = once(input, "data");
    type("y");
    await heard;
    deaf.resolve();
    await eventually(() => expect(modes).toEqual([true, false, true]));
    type("n");
    await expect(chosen).resolves.toBe("no");
    expect(modes.at(-1)).toBe(false);
  });

  it("is asked in the user's language, with the usual options, and what the agent says else in its words", async () => {
    speak(await userLanguage({ LANG: "zh_CN.UTF-8" }));
    try {
      const { asked, written, choose, type } = ask();
      const chosen = choose();
      await asked();
      const text = await written("你的回答：");
      expect(text).toContain("代理请求权限：\n○ 执行 Run a command");
      expect(text).toContain("始终：every git command");
      expect(text).toMatch(/1 或 y {2}允许\n.*始终允许\n.*拒绝\n {2}Esc {2}否\n/u);
      type("\u001B");
      await expect(chosen).resolves.toBeUndefined();
      await written("你的回答：否\n");
    } finally {
      speak(await userLanguage({}));
    }
  });

  it("Ctrl-C interrupts, and withdraws the question", async () => {
    const gone = new AbortController();
    const { choose, type, asked, written, interrupts } = ask({ signal: gone.signal, onInterrupt: () => gone.abort() });
    const chosen = choose();
    await asked();
    type("\u0003");
    await expect(chosen).resolves.toBeUndefined();
    expect(interrupts()).toBe(1);
    await written("(withdrawn)");
  });
});

function ask(options: { deafness?: () => Promise<void>; signal?: AbortSignal; onInterrupt?: () => void } = {}) {
  const { deafness = () => Promise.resolve(), signal = new AbortController().signal } = options;
  const { input, type, modes } = typist();
  let text = "";
  let interrupts = 0;
  const keyboard = terminalKeyboard({
    input,
    output: new PassThrough(),
    deafness,
    onInterrupt() {
      interrupts += 1;
      options.onInterrupt?.();
    },
  });
  const prompter = permissionPrompt({
    keyboard,
    write: async (more) => void (text += more),
    style: () => plainStyle({ width: 60 }),
    aside: (work) => work(),
  });
  const written = async (words: string) => {
    await eventually(() => expect(text).toContain(words));
    return text;
  };
  /** The question is there, and it hears. */
  const asked = () => eventually(() => expect(modes).toEqual([true, false, true]));
  const choose = () => prompter.choose(question, { signal });
  return { type, modes, input, written, asked, interrupts: () => interrupts, choose };
}

/** What the agent and the hub say in set sentences can be said in another language, and its values are as they came. */

import { modesWith } from "@tenon/agent";
import { createTranslate } from "@tenon/basis";
import {
  choicesFor,
  decide,
  decideWithGrants,
  defaultRules,
  type GrantTarget,
  makeGrant,
  type Subject,
} from "@tenon/policy";
import { sentenceIn, setSentencesZh } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { reasons } from "../../packages/hub/src/offer/verdict.ts";
import { floorRules } from "../../packages/policy/src/floor/floor-rules.ts";

const TARGETS: readonly GrantTarget[] = [
  { type: "tool", tool: "list_issues", server: "github", definition: { name: "list_issues" } },
  { type: "tool", tool: "read_file", definition: { name: "read_file" } },
  { type: "command", words: ["npm", "test"] },
  { type: "shell", line: "npm test | tee log, always in every project" },
  { type: "url", origin: "https://example.com", network: "private" },
  { type: "url", origin: "https://example.com" },
  { type: "path", path: "/home/ada/notes.md", access: "read" },
  { type: "path", path: "/home/ada/notes.md", access: "write" },
];

const SUBJECTS: readonly Subject[] = [
  { type: "tool-call", tool: "list_issues", server: "github" },
  { type: "tool-call", tool: "read_file" },
  { type: "command", command: "npm", args: ["test"] },
  { type: "command", shell: "npm test | tee log" },
  { type: "url", url: "https://example.com/a" },
  { type: "path", path: "/home/ada/notes.md", access: "read", roots: [] },
  { type: "path", path: "/home/ada/notes.md", access: "write", roots: [] },
];

const chinese = createTranslate("zh-CN", setSentencesZh);
const agentWords = (text: string) => sentenceIn(chinese, text);

describe("In Chinese", () => {
  it("the answers to a permission request say what they allow, where, and for how long", () => {
    const names = TARGETS.flatMap((target) => [...choicesFor(target), ...choicesFor(target, "/home/ada/engine")]).map(
      ({ name }) => name,
    );
    expect(names.flatMap((name) => englishIn(agentWords(name)))).toEqual([]);
    expect(names.filter((name) => valuesIn(agentWords(name)) !== valuesIn(name))).toEqual([]);
    expect(agentWords('Allow the command "npm test", always, in every project')).toBe(
      '在所有项目中始终允许命令 "npm test"',
    );
  });

  it("the extent of an answer is read from its end, whatever its command says", () => {
    const name =
      'Reject the command line "x, until this session ends", always in "/home/ada, always, in every project"';
    expect(agentWords(name)).toBe(
      '在 "/home/ada, always, in every project" 中始终拒绝命令行 "x, until this session ends"',
    );
  });

  it("the modes have names", () => {
    expect(modesWith().flatMap(({ name }) => englishIn(agentWords(name)))).toEqual([]);
  });

  it("an offer says why a tool is in it or not", () => {
    const setBy = [
      "session, for this tool",
      "session",
      "agent, for this tool",
      "agent",
      "declaration",
      "default",
    ] as const;
    const all = [
      ...setBy.flatMap((by) => [
        reasons.always({ mode: "always", setBy: by }),
        reasons.off({ mode: "manual", setBy: by }),
      ]),
      reasons.always({ mode: undefined, setBy: "default" }),
      ...[reasons.given, reasons.used, reasons.kept, reasons.asked, reasons.notFound].map((reason) => reason()),
      ...[reasons.overflow, reasons.noSeat, reasons.madeRoom, reasons.appOnly].map((reason) => reason()),
      reasons.noTokens(900),
    ];
    expect(all.flatMap(({ reason }) => englishIn(agentWords(reason)))).toEqual([]);
  });

  it("a decision of our own rules says what was decided, and why", () => {
    const rules = [...defaultRules.rules, ...floorRules];
    const decisions = SUBJECTS.flatMap((subject) => [
      decide(subject, []),
      ...rules.map((rule) =>
        decide(subject, [{ name: "default", rules: [{ ...rule, when: { subject: subject.type } }] }]),
      ),
    ]);
    const remembered = TARGETS.slice(2, 4).flatMap((target, index) =>
      choicesFor(target, "/home/ada/engine").flatMap(({ verdict, remember }) => {
        const grants = remember ? [makeGrant({ target, verdict, ...remember, now: new Date(0) })] : [];
        const subject = SUBJECTS[index + 2];
        return subject ? decideWithGrants(subject, { policy: [], grants, folder: "/home/ada/engine" }) : [];
      }),
    );
    expect(remembered.map(({ effect }) => effect)).toContain("deny");
    expect([...decisions, ...remembered].flatMap(({ reason }) => englishIn(agentWords(reason)))).toEqual([]);
  });
});

it("other texts stay as they came", () => {
  for (const text of [
    "Plan",
    "Allow the moon",
    "the command line",
    "Found (rank 1: a",
    `Allow ${"x".repeat(3000)}, always`,
  ]) {
    expect(agentWords(text)).toBe(text);
  }
});

/** Words of English outside of quotes; names and units are the same in Chinese. */
function englishIn(text: string): readonly string[] {
  const rest = text
    .replaceAll(/"(?:\\.|[^"\\])*"/g, "")
    .replaceAll(/\b(?:URL|TLS|Tenon|git|shell|https|token|default|private)\b/g, "");
  return /[a-z]{2}/i.test(rest) ? [text] : [];
}

function valuesIn(text: string): string {
  return (text.match(/"(?:\\.|[^"\\])*"/g) ?? []).toSorted().join(" ");
}

/** JUnit's XML: read from runners that write it, and written for programs that want it. */

import { testResult, type TestResult } from "./results.ts";

const TAG =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<(\/?)([\w:-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Text that is no XML has no tests. */
export function readJunit(xml: string): readonly TestResult[] {
  const tests: TestResult[] = [];
  const suites: string[] = [];
  let test: OpenTest | undefined;
  let text: string[] | undefined;
  let end = 0;
  for (const match of xml.matchAll(TAG)) {
    const [whole, cdata, slash, tag, attributes = "", selfClosing] = match;
    text?.push(decode(xml.slice(end, match.index)));
    end = match.index + whole.length;
    if (cdata !== undefined) text?.push(cdata);
    if (tag === undefined) continue;
    const isOpening = slash === "";
    const isClosing = slash === "/" || selfClosing === "/";
    if (isOpening && tag === "testsuite") suites.push(readAttributes(attributes)["name"] ?? "");
    if (isOpening && tag === "testcase")
      test = { attributes: readAttributes(attributes), outcome: "passed", message: "" };
    if (isOpening && test && (tag === "failure" || tag === "error")) {
      test.outcome = "failed";
      test.message = readAttributes(attributes)["message"] ?? "";
      text = [];
    }
    if (isOpening && test && tag === "skipped") test.outcome = "skipped";
    if (!isClosing) continue;
    if ((tag === "failure" || tag === "error") && test && text) {
      test.message = joined(test.message, text.join("").trim());
      text = undefined;
    }
    if (tag === "testcase" && test) {
      tests.push(finish(test, suites));
      test = undefined;
    }
    if (tag === "testsuite") suites.pop();
  }
  return tests;
}

export function writeJunit(tests: readonly TestResult[], name: string): string {
  const count = (outcome: TestResult["outcome"]) => tests.filter((test) => test.outcome === outcome).length;
  const about = `name="${encode(name)}" tests="${tests.length}" failures="${count("failed")}" skipped="${count("skipped")}"`;
  const cases = tests.map((test) => {
    const file = test.file === undefined ? "" : ` file="${encode(test.file)}"`;
    const time = test.ms === undefined ? "" : ` time="${test.ms / 1_000}"`;
    const inside =
      test.outcome === "failed"
        ? `<failure>${encode(test.message ?? "")}</failure>`
        : test.outcome === "skipped"
          ? "<skipped/>"
          : "";
    return `    <testcase name="${encode(test.name)}"${file}${time}>${inside}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite ${about}>\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}

interface OpenTest {
  readonly attributes: Readonly<Record<string, string>>;
  outcome: TestResult["outcome"];
  message: string;
}

function finish({ attributes, outcome, message }: OpenTest, suites: readonly string[]): TestResult {
  const { name = "", classname = "", file, time } = attributes;
  // Node.js has the class "test" everywhere, and nests suites; pytest has one suite, and the module as class.
  const groups = classname === "test" ? suites : classname === "" ? [] : [classname];
  const ms = time === undefined ? undefined : Number(time) * 1_000;
  return testResult([...groups, name].filter((part) => part !== "").join(" > "), outcome, { file, ms, message });
}

function joined(message: string, text: string): string {
  if (message === "" || text.includes(message)) return text;
  return text === "" ? message : `${message}\n${text}`;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single = ""]) => [name, decode(double ?? single)]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function encode(text: string): string {
  const escaped = text.replaceAll(/[<>&"]/g, (character) => `&#${character.codePointAt(0)};`);
  // Other control characters cannot be in XML at all.
  return escaped.replaceAll(/\p{Cc}/gu, (character) => (/[\n\t]/.test(character) ? character : "\uFFFD"));
}

import { describe, expect, it } from "vitest";

import { addMember, removeMember } from "../src/settings/edit-members.ts";

const FILE = `{
  // what I use at work
  "mcpServers": {
    // files
    "files": { "command": "npx", "args": ["a, } // b"] }, // local
    /* two */
    "docs": { "url": "https://example.com/mcp" }
  },
  "model": "m"
}
`;

describe("members of a JSON file", () => {
  it("are added after the others, with the indentation of the file", () => {
    expect(addMember(FILE, "mcpServers", "new", { command: "x" })).toBe(
      FILE.replace(
        'mcp" }\n',
        `mcp" },
    "new": {
      "command": "x"
    }
`,
      ),
    );
  });

  it("are added to an empty object, one on a line, and one with trailing commas, tabs and CRLF", () => {
    expect(addMember("{}\n", "", "a", 1)).toBe('{\n  "a": 1\n}\n');
    expect(addMember('{ "a": 1 }', "", "b", 2)).toBe('{ "a": 1,\n  "b": 2\n}');
    expect(addMember('{\r\n\t"a": 1, // one\r\n}', "", "b", { c: 2 })).toBe(
      '{\r\n\t"a": 1, // one\r\n\t"b": {\r\n\t\t"c": 2\r\n\t},\r\n}',
    );
    expect(addMember("{\n  // nothing yet\n}", "", "a", 1)).toBe('{\n  // nothing yet\n  "a": 1\n}');
    expect(addMember('{\n  "a": 1 // one\n}', "", "b", 2)).toBe('{\n  "a": 1, // one\n  "b": 2\n}');
  });

  it("are removed with their line; comments above them and the other members stay", () => {
    const withoutFiles = removeMember(FILE, "mcpServers", "files");
    expect(withoutFiles).toBe(FILE.replace(/ +"files".*\n/, ""));
    const withoutDocs = removeMember(FILE, "mcpServers", "docs");
    expect(withoutDocs).toBe(FILE.replace(/ +"docs".*\n/, "").replace('b"] },', 'b"] }'));
    expect(removeMember('{ "a": 1, "b": 2 }', "", "a")).toBe('{ "b": 2 }');
    expect(removeMember('{ "a": 1, "b": 2 }', "", "b")).toBe('{ "a": 1 }');
    expect(removeMember('{\n  "a": 1,\n  "b": 2,\n}', "", "b")).toBe('{\n  "a": 1,\n}');
  });

  it("that are written twice are all removed, or the older one would count", () => {
    expect(removeMember('{ "a": 1, "b": 2, "a": 3 }', "", "a")).toBe('{ "b": 2 }');
  });

  it("of what is no object, no JSON or not there are left alone", () => {
    for (const text of ["[]", '{"a": [1]}', "{,}", ""]) expect(addMember(text, "a", "b", 1)).toBeUndefined();
    expect(removeMember(FILE, "mcpServers", "fils")).toBeUndefined();
    expect(removeMember(FILE, "servers", "files")).toBeUndefined();
  });
});

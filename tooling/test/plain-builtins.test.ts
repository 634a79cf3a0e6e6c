import { expect, it } from "vitest";

import { withPlainBuiltins } from "../plain-builtins.ts";

it("takes Node's modules without asking for their exports", () => {
  const code =
    'import{a as b,c}from"./x.js";import d,{join as e,sep}from"node:path";import*as f from"node:os";b(c,d,e,sep,f);';
  expect(withPlainBuiltins(code)).toBe(
    'import{a as b,c}from"./x.js";const d=process.getBuiltinModule("node:path");' +
      'const{join:e,sep}=process.getBuiltinModule("node:path");const f=process.getBuiltinModule("node:os");b(c,d,e,sep,f);',
  );
});

it("reads imports over several lines, and a default among names", () => {
  const code = 'import "./first.js";\nimport {\n  default as fs,\n  statSync as stat\n} from "node:fs";\nstat(fs);\n';
  expect(withPlainBuiltins(code)).toBe(
    'import "./first.js";const fs=process.getBuiltinModule("node:fs");const{statSync:stat}=process.getBuiltinModule("node:fs");\nstat(fs);\n',
  );
});

it("leaves text alone that only looks like an import", () => {
  const code = 'const template=`\nimport { join } from "node:path";\n`;export{template};';
  expect(withPlainBuiltins(code)).toBe(code);
});

import { defineConfig, type OxlintOverride } from "oxlint";

import { restrictedImports, rooms } from "./tooling/boundaries/rooms.ts";

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "node", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true },
  ignorePatterns: ["**/dist", "tooling/boundaries/fixture"],
  rules: {
    "no-console": "error",
    "import/no-cycle": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",

    // Order is often the point: one request after another, one signal after another.
    "no-await-in-loop": "off",
    // Public first, helpers below: a file reads top-down.
    "no-use-before-define": "off",
    "import/no-named-as-default-member": "off",
    // Handlers return in many ways.
    "promise/always-return": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
  },
  overrides: [
    ...Object.keys(rooms).flatMap((name) => [
      roomOverride(`packages/${name}/src/**`, restrictedImports(name, { inTests: false })),
      roomOverride(`packages/${name}/test/**`, restrictedImports(name, { inTests: true })),
    ]),
    { files: ["tooling/**", "bench/**", "examples/**"], rules: { "no-console": "off" } },
  ],
});

function roomOverride(files: string, restricted: ReturnType<typeof restrictedImports>): OxlintOverride {
  return { files: [files], rules: { "no-restricted-imports": ["error", restricted] } };
}

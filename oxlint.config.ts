import { fileURLToPath } from "node:url";

import { defineConfig, type OxlintOverride } from "oxlint";

import {
  restrictedImports,
  rooms,
  secureContextApis,
  secureContextApisAndFetch,
  uncheckedFetch,
} from "./tooling/boundaries/rooms.ts";

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "node", "promise", "vitest"],
  jsPlugins: [fileURLToPath(new URL("tooling/boundaries/folder-plugin.ts", import.meta.url))],
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
    // A promise returned out of a `try` or `using` scope rejects with no handler while the scope is left, which ends the process.
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
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
    // Our handles are closures, not classes: their functions need no `this`.
    "typescript/unbound-method": "off",
    // The compiler's noImplicitReturns knows when a switch is exhaustive; this does not.
    "typescript/consistent-return": "off",
    // The SDKs' transports are not event targets.
    "unicorn/prefer-add-event-listener": "off",
    "oxc/no-map-spread": "off",
    // A test may end by an event that comes, or by any failure at all.
    "vitest/expect-expect": "off",
    "vitest/require-to-throw-message": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
  },
  overrides: [
    ...Object.keys(rooms).flatMap((name) => [
      roomOverride(`packages/${name}/src/**`, restrictedImports(name, { inTests: false })),
      roomOverride(`packages/${name}/test/**`, restrictedImports(name, { inTests: true })),
    ]),
    // The page and the timeline stand on the root of the basis, so it runs in a browser.
    roomOverride("packages/basis/src/*.ts", restrictedImports("timeline", { inTests: false })),
    {
      // The page talks to its own gateway, models and forges are at addresses of the user's, and the testkit is for tests.
      files: ["packages/*/src/**"],
      excludeFiles: [
        "packages/{web,testkit}/src/**",
        "packages/agent/src/model/**",
        "packages/toolset-delivery/src/forge/http.ts",
      ],
      rules: uncheckedFetch,
    },
    {
      files: ["packages/web/src/**"],
      excludeFiles: ["packages/web/src/ui/copy-text.ts"],
      rules: secureContextApis,
    },
    {
      // They run in the page too.
      files: ["packages/{timeline,toolset}/src/**", "packages/basis/src/*.ts"],
      excludeFiles: ["packages/toolset/src/node/**"],
      rules: secureContextApisAndFetch,
    },
    { files: ["packages/*/src/**"], rules: { "boundaries/folders": "error" } },
    {
      // Split a longer one along its state.
      files: ["packages/*/src/**"],
      rules: { "max-lines-per-function": ["error", { max: 100, skipBlankLines: false, skipComments: false }] },
    },
    {
      files: ["tooling/**", "bench/**", "examples/**"],
      rules: { "no-console": "off", "typescript/no-unsafe-type-assertion": "off" },
    },
    { files: ["packages/*/test/**"], rules: { "typescript/no-unsafe-type-assertion": "off" } },
  ],
});

function roomOverride(files: string, restricted: ReturnType<typeof restrictedImports>): OxlintOverride {
  return { files: [files], rules: { "no-restricted-imports": ["error", restricted] } };
}

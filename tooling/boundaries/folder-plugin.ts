/**
 * The lint rule boundaries/folders: reports imports that go against the order in folders.ts.
 */

import { brokenFolderRule } from "./folders.ts";

interface ImportingNode {
  readonly source?: { readonly type: string; readonly value?: unknown } | null;
}

interface Context {
  readonly filename: string;
  report(finding: { readonly node: ImportingNode; readonly message: string }): void;
}

const folders = {
  create(context: Context) {
    const [, room, file] = /.*packages\/([^/]+)\/src\/(.+)$/.exec(context.filename.replaceAll("\\", "/")) ?? [];
    if (room === undefined || file === undefined) return {};
    const check = (node: ImportingNode) => {
      if (typeof node.source?.value !== "string") return;
      const message = brokenFolderRule(room, file, node.source.value);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: "boundaries" }, rules: { folders } };

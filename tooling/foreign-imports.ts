/**
 * Has a script import modules that are no part of the bundle through a function of its loader: Node.js lets a script that is
 * loaded with what V8 has compiled before import nothing by itself, except with a warning on standard error.
 */

import type { Rolldown } from "tsdown";

export function foreignImports(functionName: string): Rolldown.Plugin {
  return {
    name: "foreign-imports",
    transform(code) {
      if (!code.includes("import(")) return undefined;
      const found: number[] = [];
      visit(this.parse(code), (node) => {
        if (node["type"] === "ImportExpression" && !isOwn(node["source"])) found.push(Number(node["start"]));
      });
      return found
        .toSorted((a, b) => b - a)
        .reduce((text, at) => text.slice(0, at) + functionName + text.slice(at + "import".length), code);
    },
  };
}

type Node = Readonly<Record<string, unknown>>;

function isOwn(source: unknown): boolean {
  const value: unknown = isNode(source) ? source["value"] : undefined;
  return typeof value === "string" && value.startsWith("./");
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (!isNode(node)) return;
  look(node);
  for (const child of Object.values(node)) visit(child, look);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

/** The reference in docs/configuration.md: one table for the file and one for a server, made of the schema. */

import { configurationSchema, referredNode, type SchemaNode } from "../../src/config/configuration-schema.ts";

const START = "<!-- generated from the schema: start -->";
const END = "<!-- generated from the schema: end -->";

export function withReference(page: string): string {
  const [before = "", rest = ""] = page.split(START);
  const [, after = ""] = rest.split(END);
  const tables = `### The file\n\n${table(configurationSchema)}\n\n### A server\n\n${table(configurationSchema.$defs.server)}`;
  return `${before}${START}\n\n${tables}\n\n${END}${after}`;
}

function table(node: SchemaNode): string {
  const rows = [["key", "value", "meaning"], ...rowsOf(node, "")];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return lines.toSpliced(1, 0, rule).join("\n");
}

function rowsOf({ properties = {} }: SchemaNode, path: string): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const row = [`\`${path}${key}\``, kindOf(node), node.description ?? ""];
    return [row, ...rowsOf(node, `${path}${key}.`)];
  });
}

function kindOf(node: SchemaNode): string {
  if (node.$ref !== undefined) return kindOf(referredNode(node.$ref));
  if (node.title !== undefined) return node.title;
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(", ");
  if (node.items) return "array";
  if (node.additionalProperties) return "object";
  if (node.minimum !== undefined) return `integer from ${node.minimum}`;
  if (node.type === "string") return "string";
  return node.type === "boolean" ? "`true`, `false`" : (node.type?.toString() ?? "anything");
}

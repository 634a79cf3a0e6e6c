/** Where a value is in a JSON document, as people write it: `mcpServers.github.args[0]`. Empty for the whole of it. */
export function pathTo(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  if (!/^[\w$-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}

import type { Catalogue, HubTool } from "@tenon/hub";

/**
 * The tools that a person means: by a server's name all of its tools; by a tool's own name, with `server/` before it where
 * several servers have one; or by the name that the model sees.
 */
export type NamedTools =
  | { readonly type: "server"; readonly server: string }
  | { readonly type: "tool"; readonly tool: HubTool }
  | { readonly type: "own"; readonly name: string }
  | { readonly type: "none"; readonly reason: string };

export function findTool(
  name: string,
  catalogue: Catalogue,
  { servers, own }: { readonly servers: readonly string[]; readonly own: readonly string[] },
): NamedTools {
  if (name === "") return { type: "none", reason: "Name a tool or a server." };
  const seen = catalogue.byName.get(name);
  if (seen) return { type: "tool", tool: seen };
  if (own.includes(name)) return { type: "own", name };
  if (servers.includes(name)) return { type: "server", server: name };
  const found = catalogue.tools.filter(({ server, tool }) => tool === name || `${server}/${tool}` === name);
  const [tool, ...others] = found;
  if (!tool) return { type: "none", reason: `No tool or server named \`${name}\`.` };
  if (others.length === 0) return { type: "tool", tool };
  const choices = found.map(({ server, tool }) => `\`${server}/${tool}\``).join(", ");
  return { type: "none", reason: `More than one server has it: ${choices}.` };
}

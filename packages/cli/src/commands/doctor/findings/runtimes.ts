/** The programs that run servers, and where to get them. */

const RUNTIMES: readonly { readonly commands: readonly string[]; readonly title: string; readonly install: string }[] =
  [
    { commands: ["node", "npx", "npm"], title: "Node.js", install: "https://nodejs.org" },
    { commands: ["uvx", "uv"], title: "uv", install: "https://docs.astral.sh/uv" },
    {
      commands: ["python", "python3", "pipx"],
      title: "Python",
      install: "https://www.python.org/downloads",
    },
    { commands: ["docker"], title: "Docker", install: "https://docs.docker.com/get-docker" },
    { commands: ["podman"], title: "Podman", install: "https://podman.io" },
    { commands: ["bun", "bunx"], title: "Bun", install: "https://bun.sh" },
    { commands: ["deno"], title: "Deno", install: "https://deno.com" },
    { commands: ["pnpm"], title: "pnpm", install: "https://pnpm.io/installation" },
    { commands: ["dotnet", "dnx"], title: ".NET", install: "https://dotnet.microsoft.com/download" },
    { commands: ["java"], title: "Java", install: "https://adoptium.net" },
  ];

export function runtimeOf(command: string): { readonly title: string; readonly install: string } | undefined {
  return RUNTIMES.find(({ commands }) => commands.includes(command));
}

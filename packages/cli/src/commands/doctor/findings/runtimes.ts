/** The programs that run servers, and how to get them. */

const RUNTIMES: readonly { readonly commands: readonly string[]; readonly title: string; readonly install: string }[] =
  [
    { commands: ["node", "npx", "npm"], title: "Node.js", install: "install Node.js: https://nodejs.org" },
    { commands: ["uvx", "uv"], title: "uv", install: "install uv: https://docs.astral.sh/uv" },
    {
      commands: ["python", "python3", "pipx"],
      title: "Python",
      install: "install Python: https://www.python.org/downloads",
    },
    { commands: ["docker"], title: "Docker", install: "install Docker: https://docs.docker.com/get-docker" },
    { commands: ["podman"], title: "Podman", install: "install Podman: https://podman.io" },
    { commands: ["bun", "bunx"], title: "Bun", install: "install Bun: https://bun.sh" },
    { commands: ["deno"], title: "Deno", install: "install Deno: https://deno.com" },
    { commands: ["pnpm"], title: "pnpm", install: "install pnpm: https://pnpm.io/installation" },
    { commands: ["dotnet", "dnx"], title: ".NET", install: "install .NET: https://dotnet.microsoft.com/download" },
    { commands: ["java"], title: "Java", install: "install Java: https://adoptium.net" },
  ];

export function runtimeOf(command: string): { readonly title: string; readonly install: string } | undefined {
  return RUNTIMES.find(({ commands }) => commands.includes(command));
}

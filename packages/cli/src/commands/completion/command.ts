import { buildCommand, type CommandContext } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";
import { type Shell, SHELLS } from "./shells.ts";

export const completionCommand = buildCommand({
  loader: async () => {
    const { completionScript } = await import("./completion-script.ts");
    return function (this: CommandContext, _: object, shell: Shell): void {
      this.process.stdout.write(completionScript(shell));
    };
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { parse: readShell, proposeCompletions: () => SHELLS, brief: "bash, zsh or fish", placeholder: "shell" },
      ],
    },
  },
  docs: {
    brief: "Print a script that completes commands and options in your shell",
    fullDescription: withExamples(
      "Load it in the shell's startup file.",
      "source <(tenon completion bash)   # in ~/.bashrc",
      "source <(tenon completion zsh)    # in ~/.zshrc, after compinit",
      "tenon completion fish | source    # in ~/.config/fish/config.fish",
    ),
  },
});

function readShell(given: string): Shell {
  const shell = SHELLS.find((each) => each === given);
  if (shell === undefined) throw new Error(`expected ${SHELLS.join(", ")}`);
  return shell;
}

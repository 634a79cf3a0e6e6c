import { buildCommand, type CommandContext } from "@stricli/core";

import { t } from "../../messages/t.ts";
import { withExamples } from "../../help/with-examples.ts";
import { completionScripts } from "./completion-script.ts";

type Shell = keyof typeof completionScripts;

const SHELLS = Object.keys(completionScripts);

export const completionCommand = buildCommand({
  func(this: CommandContext, _: object, shell: Shell): void {
    this.process.stdout.write(completionScripts[shell]);
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
  if (isShell(given)) return given;
  throw new Error(t("expected {names}", { names: SHELLS.join(", ") }));
}

function isShell(given: string): given is Shell {
  return Object.hasOwn(completionScripts, given);
}

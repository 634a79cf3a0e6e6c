/**
 * What a shell runs to complete a line of `tenon`: it asks `tenon __complete` with the words so far, and gets one
 * proposal per line. Where there is none, the shell completes files.
 */

export const completionScripts = {
  bash: `_tenon() {
  local IFS=$'\\n'
  COMPREPLY=($(tenon __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tenon tenon
`,
  zsh: `_tenon() {
  local -a proposals
  proposals=(\${(f)"$(tenon __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#proposals} )); then compadd -a proposals; else _files; fi
}
compdef _tenon tenon
`,
  fish: `complete -c tenon -a '(tenon __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

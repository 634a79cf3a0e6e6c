/**
 * Options with which a common program reads or writes elsewhere, or runs something else. An allow for a beginning such as
 * `git diff *` was not meant for them: it fits only if it names them itself.
 *
 * The list is of programs that people allow by their beginning. One that is not here is allowed with all its options.
 */

import { words } from "../words.ts";
import { programName } from "./command-words.ts";

interface FarReaching {
  readonly programs: string;
  /** Anywhere in the command. `--option` also stands for its abbreviations, `-o` also for `-xo` and `-ovalue`. */
  readonly options?: string;
  /** Only before the subcommand. */
  readonly before?: string;
  /** Subcommands that change what the program runs, or run something else. */
  readonly subcommands?: string;
  /** Words that lead out of the working folder make it read files that are no part of the project. */
  readonly subcommandsThatReadPaths?: string;
}

const PROGRAMS: readonly FarReaching[] = [
  {
    programs: "git",
    before: "-C -c",
    options: `
      --git-dir --work-tree --exec-path --config-env --namespace --output --no-index --ext-diff --textconv --exec
      --upload-pack --receive-pack --open-files-in-pager -O --contents --template --config --separate-git-dir --extcmd
      --tool --pathspec-from-file --sendmail-cmd --smtp-server --output-directory --to-command --file --attr-source`,
    subcommands: `
      config submodule bisect filter-branch difftool mergetool hook maintenance daemon instaweb send-email`,
    subcommandsThatReadPaths: "diff grep blame",
  },
  {
    programs: "find gfind",
    options: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from",
  },
  { programs: "fd fdfind", options: "-x -X --exec --exec-batch --ignore-file --base-directory -C" },
  { programs: "rg ripgrep", options: "--pre --pre-glob --hostname-bin --file -f --ignore-file --search-zip -z" },
  { programs: "grep egrep fgrep zgrep ggrep", options: "--file -f --exclude-from" },
  { programs: "sed gsed", options: "-i --in-place -f --file" },
  { programs: "awk gawk mawk nawk", options: "-f --file -i --include -l --load -E --exec -o -p -d -D --debug" },
  { programs: "sort gsort", options: "-o --output --compress-program -T --temporary-directory --files0-from" },
  { programs: "tree", options: "-o --fromfile --gitfile --infofile" },
  { programs: "file", options: "-f --files-from -m --magic-file -C --compile -z -Z" },
  { programs: "wc du", options: "--files0-from -X --exclude-from" },
  { programs: "diff", options: "--to-file --from-file -X --exclude-from" },
  { programs: "date", options: "-f --file -s --set -r --reference" },
  { programs: "jq yq", options: "-f --from-file --slurpfile --rawfile --argfile -L -i --in-place --inplace" },
  { programs: "less more man", options: "-o -O --log-file -k --lesskey-file -P --pager -C -M -H --html --prompt" },
  {
    programs: "curl",
    options: `
      -o -O -J -T -K -F -d -D -c -b -E -Q -w --output --output-dir --remote-name --remote-name-all --upload-file
      --config --form --data --data-binary --data-raw --data-urlencode --json --dump-header --cookie --cookie-jar
      --cert --key --netrc --netrc-file -n --trace --trace-ascii --stderr --libcurl --engine --proxy -x --unix-socket
      --write-out --hsts --alt-svc --etag-save --quote --proto --next --url-query --variable --create-file-mode`,
  },
  {
    programs: "wget",
    options: `
      -O -o -a -P -i -e -x -r -m --output-document --output-file --append-output --directory-prefix --input-file
      --execute --post-file --body-file --config --use-askpass --load-cookies --save-cookies --recursive --mirror
      --warc-file`,
  },
  {
    programs: "tar gtar bsdtar",
    options: `
      -C --directory --to-command --checkpoint-action --use-compress-program -I --rsh-command --rmt-command -F
      --info-script --new-volume-script --absolute-names -P -T --files-from --one-top-level --transform`,
  },
  { programs: "zip", options: "-T -TT --unzip-command -O --out --test" },
  { programs: "unzip", options: "-d" },
  {
    programs: "rsync",
    options: "-e --rsh --rsync-path --files-from --temp-dir -T --log-file --daemon --password-file",
  },
  { programs: "ssh scp sftp", options: "-o -F -S -E -D -L -R -W -w -J -i" },
  {
    programs: "npm",
    options: `
      --prefix -C --script-shell --node-options --shell --userconfig --globalconfig --git --editor --viewer --call -c
      --init-module --onload-script --registry --cafile --global -g --location`,
  },
  { programs: "npx bunx", options: "-c --call --shell --userconfig --prefix --package -p --registry --node-options" },
  {
    programs: "yarn pnpm bun",
    options: `
      --cwd -C --dir --prefix --use-yarnrc --config --script-shell --shell-emulator --registry --global -g --preload
      -r --pnpmfile --global-pnpmfile -e --eval --modules-folder --store-dir`,
  },
  {
    programs: "node nodejs tsx deno ts-node",
    options: `
      -e --eval -p --print -r --require --import --loader --experimental-loader --env-file -C --conditions --allow-all
      -A --build-snapshot --snapshot-blob --redirect-warnings --report-directory --diagnostic-dir --inspect
      --inspect-brk --openssl-config --icu-data-dir --heapsnapshot-signal --prof --cpu-prof-dir --title --watch-path
      --import-map`,
  },
  { programs: "python python3 py pypy", options: "-c -m -i -X -W --check-hash-based-pycs" },
  { programs: "ruby perl php lua", options: "-e -E -r -I -i -f -l -M -m -n -p -S -d -a -B -R -F -c -C -x" },
  {
    programs: "pytest py.test",
    options: `
      -p -c -o --rootdir --confcutdir --override-ini --basetemp --junitxml --junit-xml --pastebin --pdbcls --log-file`,
  },
  {
    programs: "make gmake",
    options: "-f --file --makefile -C --directory --eval -I --include-dir -E -o -W",
  },
  {
    programs: "cargo",
    options: `
      --config --manifest-path --target-dir -C -Z --artifact-dir --out-dir --lockfile-path --path --git --root`,
  },
  { programs: "rustc gcc g++ cc clang", options: "-o -wrapper -fplugin -B -specs -include -C -Z --out-dir -load -x" },
  {
    programs: "go",
    options: `
      -exec -toolexec -C -o -modfile -overlay -vettool -pkgdir -asmflags -gcflags -ldflags -gccgoflags -compiler
      -outputdir`,
  },
  {
    programs: "tsc",
    options: `
      --outDir --outFile --declarationDir --tsBuildInfoFile --project -p --build -b --generateTrace
      --generateCpuProfile`,
  },
  {
    programs: "eslint prettier biome stylelint",
    options: `
      -c --config --config-path --rulesdir --plugin --plugin-search-dir --resolve-plugins-relative-to --parser
      --format -f -o --output-file --formatter --custom-formatter --custom-syntax --cache-location --cache-file
      --find-config-path`,
  },
  {
    programs: "jest vitest mocha",
    options: `
      -c --config -r --require --rootDir --root --dir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv
      --runner --testRunner --transform --reporter --reporters --resolver --environment --testEnvironment --outputFile
      --coverageDirectory --cacheDirectory --loader --import --node-option --file --opts --browser --api`,
  },
  {
    programs: "docker podman nerdctl",
    options: `
      -v --volume --mount --privileged --device --cap-add --pid --network --net --config -H --host -c --context
      --env-file --cidfile --iidfile --security-opt --userns --ipc`,
  },
  {
    programs: "kubectl helm",
    options: `
      --kubeconfig --context --cluster --server -s --token --as -f --filename --post-renderer --raw --cache-dir --user`,
  },
  {
    programs: "terraform tofu",
    before: "-chdir",
    options: "-chdir -state -state-out -out -plugin-dir -var-file -backend-config",
  },
  { programs: "gh", options: "--hostname --input --template -t -F --field -f --body-file --notes-file --dir -D" },
  {
    programs: "openssl",
    options: "-out -writerand -engine -provider -provider-path -config -in -keyout -passin -rand",
  },
];

const BY_PROGRAM = new Map(
  PROGRAMS.flatMap(({ programs, options, before, subcommands, subcommandsThatReadPaths }) => {
    const all = list(options);
    const known = {
      options: all,
      before: list(before),
      subcommands: list(subcommands),
      subcommandsThatReadPaths: list(subcommandsThatReadPaths),
      hasLongNames: all.some((option) => /^-[^-]./.test(option)),
    };
    return list(programs).map((program) => [program, known] as const);
  }),
);

/** The words of a command that an allow must name to fit it. */
export function farReachingWords([program = "", ...args]: readonly string[]): readonly string[] {
  const known = BY_PROGRAM.get(programName(program).toLowerCase());
  if (!known) return [];
  const subcommand = args.findIndex((arg) => !arg.startsWith("-"));
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const readsPaths = known.subcommandsThatReadPaths.some((one) => args.includes(one));
  return args.flatMap((word, at) => {
    const isBefore = subcommand < 0 || at < subcommand;
    const options = isBefore ? [...known.before, ...known.options] : known.options;
    const option = at < end ? options.find((one) => isOption(word, one, known.hasLongNames)) : undefined;
    if (option !== undefined) return [option];
    if (at < end && known.subcommands.includes(word)) return [word];
    return readsPaths && LEADS_OUT.test(word) ? [word] : [];
  });
}

const LEADS_OUT = /^(?:[/~\\]|[A-Za-z]:[\\/])|(?:^|[/\\])\.\.(?:[/\\]|$)/;

function isOption(word: string, option: string, hasLongNames: boolean): boolean {
  const name = word.replace(/=.*$/s, "");
  if (name === option) return true;
  if (option.startsWith("--")) return name.length > 2 && name.startsWith("--") && option.startsWith(name);
  // Where `-short` is one option, it is not `-o` among others.
  if (hasLongNames || option.length > 2) return false;
  return /^-[^-]/.test(word) && word.slice(1).includes(option.charAt(1));
}

function list(table: string | undefined): readonly string[] {
  return table === undefined ? [] : words(table);
}

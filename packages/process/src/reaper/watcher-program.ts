/**
 * What the watcher runs. A shell script, because a shell waits in a megabyte or two where Node.js needs forty.
 *
 * On its stdin it reads what the marks of all our children have in common, the folder of their control groups (or an empty
 * line), then a line for each piece of news:
 * `?` a child is being started, `+pid` it runs, `.` it does not, `-pid` its tree is gone. Then the pipe closes.
 */

import { taskkill } from "../terminate/end-tree-on-windows.ts";

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export function watcherProgram(): Program {
  if (process.platform === "win32") {
    const env = { SystemRoot: process.env["SystemRoot"] ?? "C:\\Windows" };
    return { file: process.execPath, args: ["-e", windowsScript, taskkill()], cwd: "C:\\", env };
  }
  const PATH = `/usr/bin:/bin:/usr/sbin:/sbin:${process.env["PATH"] ?? ""}`;
  return { file: "/bin/sh", args: ["-c", posixScript(process.platform)], cwd: "/", env: { PATH } };
}

/** Our name is not in it: who ends us by name (`pkill -f`) must not end the watcher too. */
export function posixScript(platform: NodeJS.Platform): string {
  return `
# Waits for the program that started it to be gone, and ends what that program left running.
trap '' HUP INT QUIT TERM
read -r marks || exit 0
read -r folder || exit 0
groups=' ' starting=
while read -r news; do
  starting=
  case $news in
    '?') starting=yes ;;
    +*) groups="$groups\${news#+} " ;;
    -*) case $groups in *" \${news#-} "*) groups="\${groups%% \${news#-} *} \${groups#* \${news#-} }" ;; esac ;;
  esac
done

marked() {
  ${findMarked(platform)}
  [ ! -d "$folder" ] || find "$folder" -name cgroup.procs -exec cat {} +
}
leave() {
  # A group is busy until the kernel is done with the last process in it.
  for try in 1 2 3 4 5; do
    [ -d "$folder" ] || exit 0
    find "$folder" -depth -type d -exec rmdir {} ';'
    sleep 0.1 || sleep 1
  done
  exit 0
}
send() {
  for group in $groups; do kill "-$1" "-$group"; done
  pids=$(marked)
  [ -z "$pids" ] || kill "-$1" $pids
}
alive() {
  for group in $groups; do kill -0 "-$group" && return; done
  [ -n "$(marked)" ]
}

alive || [ $starting ] || leave
tenths=0 quiet=0
while [ $tenths -lt 15 ] && [ $quiet -lt 2 ]; do
  case $tenths in
    0) send TERM ;;
    [89] | 1?) send KILL ;;
  esac
  sleep 0.1 || sleep 1
  tenths=$((tenths + 1))
  if alive || { [ $starting ] && [ $tenths -lt 9 ]; }; then quiet=0; else quiet=$((quiet + 1)); fi
done
leave
`;
}

/** Prints the pids of processes that carry our marks; not its own, which has them in no argument and no variable. */
function findMarked(platform: NodeJS.Platform): string {
  if (platform === "linux" || platform === "android") return `grep -lF -e "$marks" /proc/[0-9]*/environ | cut -d/ -f3`;
  const ps = platform === "darwin" ? "ps -axEww" : "ps axeww";
  return `${ps} -o pid= -o command= | while read -r pid line; do case $line in *"$marks"*) echo "$pid" ;; esac; done`;
}

const windowsScript = `
const children = new Set();
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (news) => {
  if (news[0] === "+") children.add(news.slice(1));
  if (news[0] === "-") children.delete(news.slice(1));
});
lines.on("close", () => {
  for (const pid of children) {
    require("node:child_process").spawn(process.argv[1], ["/pid", pid, "/T", "/F"], { stdio: "ignore", windowsHide: true });
  }
});
`;

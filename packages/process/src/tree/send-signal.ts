/** Signals a process, or with a negative number a group; 0 only asks whether it is there. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // No such process, or none we may signal; the next look at the table shows which.
  }
}

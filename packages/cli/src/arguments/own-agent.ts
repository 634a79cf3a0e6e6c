/** How to start our own agent: this program, as it was started. */
export function ownAgent({ journal }: { readonly journal: boolean }) {
  const words = journal ? ["agent"] : ["agent", "--no-journal"];
  return { command: process.execPath, args: [process.argv[1] ?? "", ...words] };
}

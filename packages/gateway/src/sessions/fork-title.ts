/** A fork is told from its parent in a list; one without a title gets one with its first prompt. */
export function forkTitle({ title }: { readonly title?: string | undefined }): { readonly title?: string } {
  return title === undefined ? {} : { title: `${title.replace(/ \(fork\)$/, "")} (fork)` };
}

/** Whether it is an error that calls itself so: `ENOENT`. */
export function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

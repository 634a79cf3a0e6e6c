/** What was asked for cannot be understood, or does not exist: the command ends with status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

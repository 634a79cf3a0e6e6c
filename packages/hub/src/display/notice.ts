/** Something that a user should know and that is no answer of the model. */
export interface Notice {
  readonly severity: "info" | "warning" | "error";
  readonly title: string;
  readonly description?: string;
}

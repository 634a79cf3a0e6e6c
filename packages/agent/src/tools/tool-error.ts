/**
 * Why a tool could not do what the model asked, in words that help the model to ask again rightly.
 */
export class ToolError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ToolError";
  }
}

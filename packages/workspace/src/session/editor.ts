/**
 * What an editor lends a session: its text files, with unsaved changes, and its terminals. An editor is an ACP client;
 * requests have the names and the parameters of that protocol.
 */

export interface Editor {
  readonly capabilities: EditorCapabilities;
  /**
   * Sends a request about this session; the session's id is added. Rejects with an `EditorRefusal` if the editor answers
   * with an error, and with the signal's reason, after the request was cancelled, if that aborts.
   */
  request(method: EditorMethod, params: object, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

/** As a client declares them. */
export interface EditorCapabilities {
  readonly fs?:
    | { readonly readTextFile?: boolean | undefined; readonly writeTextFile?: boolean | undefined }
    | undefined;
  readonly terminal?: boolean | undefined;
}

export type EditorMethod =
  | "fs/read_text_file"
  | "fs/write_text_file"
  | "terminal/create"
  | "terminal/output"
  | "terminal/wait_for_exit"
  | "terminal/kill"
  | "terminal/release";

/** An error that the editor has answered with. */
export class EditorRefusal extends Error {
  override readonly name = "EditorRefusal";
  /** The code of JSON-RPC. */
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, answer: { readonly code: number; readonly data?: unknown; readonly cause?: unknown }) {
    super(message, { cause: answer.cause });
    this.code = answer.code;
    this.data = answer.data;
  }
}

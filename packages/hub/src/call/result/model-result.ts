/**
 * A result as the model gets it: what to read, to see and to hear, in the order of the tool.
 */

export interface ModelResult {
  /** Never empty. */
  readonly parts: readonly ModelPart[];
  readonly isError: boolean;
}

export type ModelPart = WordedPart | MediaPart;

/** Anything with text. A reader that does not know the type can pass on the text. */
export type WordedPart =
  | { readonly type: "text"; readonly text: string }
  /** Something binary that has been saved; the words name the file. */
  | {
      readonly type: "file";
      readonly text: string;
      readonly path: string;
      readonly bytes: number;
      readonly mimeType?: string;
      readonly uri?: string;
    }
  /** Something at the server that can be read from there. */
  | { readonly type: "link"; readonly text: string; readonly uri: string; readonly mimeType?: string };

/** Base64; never cut and never words. */
export interface MediaPart {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

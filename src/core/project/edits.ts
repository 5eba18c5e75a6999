/** A place in a file of the project: one-based line and column, lengths in UTF-16 units. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Replaced parts of files, in UTF-16 offsets of the texts before, which are one undo step. */
export interface ProjectEdits {
  readonly files: readonly FileChanges[];
  /** What the step does, as a command. */
  readonly label: string;
  /** A file's new name, which undo of the step takes back. */
  readonly rename?: { readonly id: number; readonly from: string; readonly to: string };
}

export interface FileChanges {
  readonly id: number;
  /** In the order of the text. */
  readonly changes: readonly {
    readonly from: number;
    readonly to: number;
    readonly insert: string;
  }[];
}

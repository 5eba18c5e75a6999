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
  /** Undo of the step takes it back. */
  readonly rename?: FileRename;
}

/** Changes of one file, in the order of its text. */
export interface FileChanges {
  /** The file's id; 0 is the main file. */
  readonly id: number;
  readonly changes: readonly TextChange[];
}

/** A replaced part of a text, in UTF-16 offsets of the text before the edit. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A file got another name along with edits. */
export interface FileRename {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

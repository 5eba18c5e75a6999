/** A place in a project file: one-based line and column; column and length are in UTF-16 units. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Edits to files that form one undo step, in UTF-16 offsets of the texts before it. */
export interface ProjectEdits {
  readonly files: readonly FileChanges[];
  /** The name of the undo step, as a command. */
  readonly label: string;
  /** A rename that is undone with the edits. */
  readonly rename?: FileRename;
}

/** The changes to one file, in text order. */
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

export interface FileRename {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

import { type EditorState, Facet, type Text, type TransactionSpec } from '@codemirror/state';
import type { FileChanges, FileRename } from '#core/project/edits.ts';
import type { Dispose } from '#core/util/disposer.ts';

export interface EditedFile {
  readonly id: number;
  /** The path in the project, such as `user.slang` or `lib/noise.slang`. */
  readonly path: string;
  readonly doc: Text;
  /** Created on first use, which takes a few milliseconds. */
  readonly state: EditorState;
  /** Whether the state exists. Without it, there are no problems and no undo steps. */
  readonly isCreated: boolean;
  dispatch(...specs: TransactionSpec[]): void;
}

/** Access to all files of the project for code inside the editor. */
export interface ProjectEditor {
  /** All files, the main file first, then in the order of their tabs. */
  files(): readonly EditedFile[];
  shownFile(): number;
  /** Shows the file, selects the range, scrolls to it and focuses the editor. */
  open(id: number, from: number, to?: number): void;
  /** Goes to where the last jump started, if there was one. */
  goBack(): void;
  /** Undoes {@link ProjectEditor.goBack}, if possible. */
  goForward(): void;
  /**
   * Edits several files as one undo step: undo in any of them undoes the step in all.
   *
   * @param label the step as a command, such as `Rename gain to volume`
   * @param rename a file rename that belongs to the step and is done already
   * @returns false, without an edit, if a file is missing or a change is outside its text
   */
  applyEdits(edits: readonly FileChanges[], label: string, rename?: FileRename): boolean;
  /** Calls `listener` after each change of the file list or of a hidden file's text. */
  subscribe(listener: () => void): Dispose;
}

/**
 * The project of an editor's state; null in an editor of a single text, such as a read-only one.
 */
export const projectEditor = Facet.define<ProjectEditor, ProjectEditor | null>({
  combine: ([project]) => project ?? null,
});

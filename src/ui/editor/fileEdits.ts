import { type EditorState, Facet, type Text, type TransactionSpec } from '@codemirror/state';
import type { FileChanges, FileRename } from '#core/project/edits.ts';
import type { Dispose } from '#core/util/disposer.ts';

/** A file of the project, whether it is in sight or not. */
export interface EditedFile {
  readonly id: number;
  /** As in a project, such as `user.slang` or `lib/noise.slang`. */
  readonly path: string;
  /** The current text. */
  readonly doc: Text;
  /** Created here for a file that was not needed before, which takes a few milliseconds. */
  readonly state: EditorState;
  /** Whether there is a state: without one, there are no problems and no undo steps. */
  readonly isCreated: boolean;
  dispatch(...specs: TransactionSpec[]): void;
}

/** What code inside of the editor can do with all files of the project. */
export interface ProjectEditor {
  /** All files, the main file first, then in the order of their tabs. */
  files(): readonly EditedFile[];
  /** The id of the file in sight. */
  shownFile(): number;
  /** Shows the file, selects the range there, scrolls to it and focuses the editor. */
  open(id: number, from: number, to?: number): void;
  /** Goes to the place that the last jump left, if there is one. */
  goBack(): void;
  /** Goes to the place that {@link ProjectEditor.goBack} left, if there is one. */
  goForward(): void;
  /**
   * Edits several files as one undo step: undo in any of them undoes it in all.
   *
   * @param label what the step does, as a command: `Rename gain to volume`
   * @param rename what else belongs to the step; the file has its new name already
   * @returns false, without an edit, if a file is missing or a change is outside of its text
   */
  applyEdits(edits: readonly FileChanges[], label: string, rename?: FileRename): boolean;
  /** Calls `listener` when the list of files, or the text of a file that is not in sight, has changed. */
  subscribe(listener: () => void): Dispose;
}

/** The project of an editor's state; null in an editor of one text, such as a read-only one. */
export const projectEditor = Facet.define<ProjectEditor, ProjectEditor | null>({
  combine: ([project]) => project ?? null,
});

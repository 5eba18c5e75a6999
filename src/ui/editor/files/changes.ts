import { isolateHistory } from '@codemirror/commands';
import type { Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import { onlyOrigin, originOf, withOrigin } from '#ui/editor/origin.ts';
import { countProblems, type ProblemCounts, problemsChanged } from '#ui/editor/problems.ts';
import type { FileTable } from './fileTable.ts';
import { followGroup } from './groupedEdits.ts';
import type { Jumps } from './jumps.ts';
import { type EditorPlace, scrolledTo, within } from './place.ts';

export interface ChangeListeners {
  /**
   * Called at each change of the main file; `read` returns its current text, and `origin` is the
   * number of the opened text that it derives from.
   */
  readonly onEdit: (read: () => string, origin: number) => void;
  /** The same for another file, whether it is in sight or not. */
  readonly onFileEdit: (id: number, read: () => string) => void;
  /** Undo or redo of edits that came with another name of a file asks for a name of it. */
  readonly onRename?: (id: number, path: string) => void;
  /** The problems of all files. */
  readonly onProblems: (counts: ProblemCounts) => void;
  /** Called after each change of the main file. */
  readonly onBlank: (isBlank: boolean) => void;
}

/** What has to happen when a file changes, and the opening of another main file. */
export interface Changes {
  /** The file in sight has changed. */
  shown(view: Pick<EditorView, 'dispatch'>, transaction: Transaction): void;
  hidden(file: EditedFile, transaction: Transaction): void;
  /** Counts the problems of all files. */
  count(): void;
  /** Replaces the main file's text in one undo step. */
  open(text: string, place: EditorPlace | null, origin: number): void;
}

export function createChanges(
  { onEdit, onFileEdit, onRename, onProblems, onBlank }: ChangeListeners,
  jumps: Jumps,
  table: () => FileTable,
): Changes {
  let opening = false;
  const count = () => onProblems(countProblems(table().states()));
  const hidden = (file: EditedFile, transaction: Transaction) => {
    const { docChanged, changes, state } = transaction;
    const isMain = file.id === MAIN_FILE_ID;
    if (docChanged) jumps.moved(file.id, changes);
    if (docChanged && isMain) onBlank(isBlank(state.doc));
    if (docChanged && !opening) {
      const read = () => file.doc.toString();
      if (isMain) onEdit(read, originOf(state));
      else onFileEdit(file.id, read);
    }
    if (problemsChanged(transaction)) count();
  };
  return {
    hidden,
    count,
    shown(view, transaction) {
      const file = table().shown();
      if (transaction.docChanged) file.edited(transaction.changes);
      hidden(file, transaction);
      const group = followGroup(file.id, transaction, table().files(), table().apply);
      if (group?.rename) onRename?.(group.rename.id, group.rename.path);
      if (!group || group.done === group.all) return;
      const note = `Changed ${group.done} of ${group.all} files: the others were edited since.`;
      view.dispatch({ effects: EditorView.announce.of(note) });
    },
    open(text, place, origin) {
      const main = table().get(MAIN_FILE_ID);
      if (!main) return;
      if (text === main.doc.toString()) return main.dispatch(onlyOrigin(origin));
      opening = true;
      main.dispatch({
        changes: { from: 0, to: main.doc.length, insert: text },
        selection: place ? within(text.length, place) : { anchor: 0 },
        effects: [scrolledTo(text.length, place ?? { top: 0 }), withOrigin(origin)],
        annotations: isolateHistory.of('full'),
      });
      opening = false;
      if (table().shown().id !== main.id) {
        table().setPlace(main.id, place ?? { anchor: 0, head: 0, top: 0 });
      }
    },
  };
}

/** Treats a long blank text as not blank, so that an edit does not scan all of it. */
function isBlank(doc: Text): boolean {
  return doc.length < 1000 && doc.toString().trim() === '';
}

import { invertedEffects, isolateHistory, redo, undo } from '@codemirror/commands';
import { type Extension, StateEffect, type Text, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { FileChanges, FileRename, TextChange } from '#core/project/edits.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';

/** The edits of several files that form one undo step. */
interface Group {
  readonly id: number;
  readonly files: readonly number[];
  readonly rename: FileRename | null;
}

const grouped = StateEffect.define<Group>();

/** Keeps a file's part of a group in that file's undo history. */
export const groupedHistory: Extension = invertedEffects.of(({ effects }) =>
  effects.filter((effect) => effect.is(grouped)),
);

let lastId = 0;

/** Edits the files as a group; false, without an edit, if an edit does not fit. */
export function applyGroup(
  files: readonly EditedFile[],
  edits: readonly FileChanges[],
  label: string,
  rename: FileRename | null = null,
): boolean {
  const wanted = edits.filter(({ changes }) => changes.length > 0);
  const parts = wanted.flatMap(({ id, changes }) => {
    const file = files.find((each) => each.id === id);
    return file && isInside(file.doc, changes) ? { file, changes } : [];
  });
  const isOncePerFile = new Set(parts.map(({ file }) => file)).size === wanted.length;
  if (parts.length < wanted.length || !isOncePerFile) return false;
  lastId += 1;
  const group = grouped.of({ id: lastId, files: parts.map(({ file }) => file.id), rename });
  for (const { file, changes } of parts) {
    file.dispatch({
      changes,
      effects: [group, EditorView.announce.of(`Done: ${label}`)],
      annotations: isolateHistory.of('full'),
      userEvent: 'input.edits',
    });
  }
  return true;
}

/** Whether the changes are sorted, do not overlap and lie within the text. */
function isInside(doc: Text, changes: readonly TextChange[]): boolean {
  let end = 0;
  for (const { from, to } of changes) {
    if (from < end || to < from) return false;
    end = to;
  }
  return end <= doc.length;
}

interface Followed {
  /** How many of the group's files have changed, and how many files the group has. */
  readonly done: number;
  readonly all: number;
  /** A file rename that must be done as well. */
  readonly rename: { readonly id: number; readonly path: string } | null;
}

/**
 * After undo or redo of a file's part of a group, does the same in the group's other files. A file
 * that was edited since, where the part is no longer the next step, stays unchanged.
 *
 * @param source the id of the file of the transaction
 * @param apply applies a transaction of a file's state
 * @returns null if the transaction belongs to no group
 */
export function followGroup(
  source: number,
  transaction: Transaction,
  files: readonly EditedFile[],
  apply: (id: number, transaction: Transaction) => void,
): Followed | null {
  const command = historyCommandOf(transaction);
  const group = groupOf(transaction);
  if (!group || !command) return null;
  let done = 1;
  for (const file of files) {
    if (file.id === source || !group.files.includes(file.id)) continue;
    command({
      state: file.state,
      dispatch(step) {
        if (groupOf(step)?.id !== group.id) return;
        apply(file.id, step);
        done += 1;
      },
    });
  }
  const { rename } = group;
  return {
    done,
    all: group.files.length,
    rename: rename && { id: rename.id, path: command === undo ? rename.from : rename.to },
  };
}

/** The command that made the transaction; null if it is neither undo nor redo. */
function historyCommandOf(transaction: Transaction): typeof undo | null {
  if (transaction.isUserEvent('undo')) return undo;
  return transaction.isUserEvent('redo') ? redo : null;
}

function groupOf({ effects }: Transaction): Group | null {
  return effects.find((effect) => effect.is(grouped))?.value ?? null;
}

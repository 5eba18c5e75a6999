import type { EditorView } from '@codemirror/view';
import { addAppearance } from './appearance.ts';
import { findReferences, type Refusal } from './references.ts';
import { checkConflicts, renameEdits } from './rename.ts';
import { createRenameDialog } from './renameDialog.ts';
import { beginAtName, meaningsOfSession } from './session.ts';

/** Asks for a new name, and gives it to the symbol at the cursor everywhere. */
export async function renameSymbol(view: EditorView): Promise<void> {
  const begun = beginAtName(view);
  if (!begun) return;
  const { session, at } = begun;
  const name = at.file.doc.sliceString(at.from, at.to);
  const meanings = meaningsOfSession(session);
  const stop = new AbortController();
  const search = { signal: stop.signal };
  const finding = findReferences(meanings, at, {
    ...search,
    onProgress: (done, total) => dialog.progress(done, total),
  });
  const dialog = createRenameDialog(name, {
    async rename(newName) {
      const found = await finding;
      if (!found.ok) return refusalOf(found.error);
      const conflict = await checkConflicts(meanings, found.value, newName, search);
      if (!conflict.ok) return conflict.error;
      const label = `Rename ${name} to ${newName}`;
      const isDone =
        session.isCurrent() && session.project.applyEdits(renameEdits(found.value, newName), label);
      return isDone ? null : 'The text has changed meanwhile. Close this dialog and rename again.';
    },
    onClose() {
      stop.abort();
      meanings.dispose();
      view.focus();
    },
  });
  addAppearance(view);
  view.dom.append(dialog.dom);
  dialog.open();
  try {
    const found = await finding;
    if (found.ok) dialog.found(found.value);
    else dialog.refuse(refusalOf(found.error));
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  }
}

function refusalOf({ reason, forRename }: Refusal): string {
  return forRename === null ? reason : `${reason} ${forRename}`;
}

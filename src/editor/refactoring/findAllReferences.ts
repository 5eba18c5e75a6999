import type { EditorView } from '@codemirror/view';
import { showNote } from '#editor/note.ts';
import type { NamePlace } from './projectText.ts';
import { findReferences } from './references.ts';
import { closeReferences, type ShownReferences, showReferences } from './referencesPanel.ts';
import { beginAtName, meaningsOfSession, type Session } from './session.ts';

/** Lists all places of the symbol at the cursor below the editor. */
export async function findAllReferences(view: EditorView): Promise<void> {
  const begun = beginAtName(view);
  if (!begun) return;
  const { session, at } = begun;
  const name = at.file.doc.sliceString(at.from, at.to);
  const meanings = meaningsOfSession(session);
  try {
    const found = await findReferences(meanings, at, { signal: new AbortController().signal });
    if (!found.ok) return showNote(view, found.error);
    const { places, unconfirmed } = found.value;
    const isOne = unconfirmed.length === 1;
    const note =
      unconfirmed.length === 0
        ? ''
        : `${unconfirmed.length} more ${isOne ? 'place' : 'places'} of this name could not be confirmed.`;
    const title = `${places.length} ${places.length === 1 ? 'place' : 'places'} of “${name}”`;
    const shown: ShownReferences = {
      title,
      note,
      places,
      onChoose: (place) => openPlace(session, shown, place),
    };
    showReferences(view, shown);
  } finally {
    meanings.dispose();
  }
}

/** The panel stays, also below another file. */
function openPlace({ view, project }: Session, shown: ShownReferences, place: NamePlace): void {
  if (place.file.id !== project.shownFile()) closeReferences(view);
  project.open(place.file.id, place.from, place.to);
  showReferences(view, shown);
  view.focus();
}

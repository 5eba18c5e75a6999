import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { changedPart } from '#ui/editor/files/changedPart.ts';
import { showNote } from '#ui/editor/note.ts';
import { countPlaces } from './placeList.ts';
import type { NamePlace } from './projectText.ts';
import { findReferences, type Refusal } from './references.ts';
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
    if (!found.ok) return showNote(view, refusalOf(found.error));
    const { places, unconfirmed } = found.value;
    const note =
      unconfirmed.length === 0
        ? ''
        : `${countPlaces(unconfirmed.length)} of this name could not be confirmed.`;
    const title = `${countPlaces(places.length)} of “${name}”`;
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

/** Advice about renaming does not help somebody who looks for places. */
function refusalOf({ reason, forRename }: Refusal): string {
  return forRename === null ? reason : `${reason} Only symbols of the project’s files are listed.`;
}

/** The panel stays, also below another file, and finds the places in a text that has changed since. */
function openPlace({ view, project }: Session, shown: ShownReferences, place: NamePlace): void {
  const file = project.files().find(({ id }) => id === place.file.id);
  if (!file) return;
  const isOther = file.id !== project.shownFile();
  if (isOther) closeReferences(view);
  const moved = movedBy(place.file.doc, file.doc);
  project.open(file.id, moved(place.from), moved(place.to));
  // Each file has panels of its own.
  if (isOther) showReferences(view, shown);
  view.focus();
}

function movedBy(before: Text, after: Text): (offset: number) => number {
  if (before.eq(after)) return (offset) => offset;
  const { from, to, insert } = changedPart(before.toString(), after.toString());
  return (offset) => {
    if (offset <= from) return offset;
    return offset >= to ? offset + insert.length - (to - from) : from;
  };
}

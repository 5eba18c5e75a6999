import { StateEffect, StateField, type Text } from '@codemirror/state';
import { EditorView, type Panel, showPanel } from '@codemirror/view';
import { changedPart } from '#ui/editor/files/changedPart.ts';
import { showNote } from '#ui/editor/note.ts';
import { addAppearance } from './appearance.ts';
import { countPlaces, createPlaceList, element } from './placeList.ts';
import type { NamePlace } from './projectText.ts';
import { findReferences, type Refusal } from './references.ts';
import { beginAtName, meaningsOfSession, type Session } from './session.ts';

/** Lists all references of the symbol at the cursor, in a panel below the editor. */
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

function refusalOf({ reason, forRename }: Refusal): string {
  return forRename === null ? reason : `${reason} Only symbols of the project’s files are listed.`;
}

/** Keeps the panel open, also below another file, and maps the place to the current text. */
function openPlace({ view, project }: Session, shown: ShownReferences, place: NamePlace): void {
  const file = project.files().find(({ id }) => id === place.file.id);
  if (!file) return;
  const isOther = file.id !== project.shownFile();
  if (isOther) closeReferences(view);
  const moved = movedBy(place.file.doc, file.doc);
  project.open(file.id, moved(place.from), moved(place.to));
  // Each file has its own panels.
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

interface ShownReferences {
  readonly title: string;
  /** A sentence above the places; empty for none. */
  readonly note: string;
  readonly places: readonly NamePlace[];
  readonly onChoose: (place: NamePlace) => void;
}

const setReferences = StateEffect.define<ShownReferences | null>();

const shownField = StateField.define<ShownReferences | null>({
  create: () => null,
  update(shown, { effects }) {
    const newest = effects.findLast((effect) => effect.is(setReferences));
    return newest ? newest.value : shown;
  },
  provide: (field) =>
    showPanel.from(field, (shown) => shown && ((view) => createPanel(view, shown))),
});

function showReferences(view: EditorView, shown: ShownReferences): void {
  addAppearance(view);
  const isNew = view.state.field(shownField, false) === undefined;
  view.dispatch({
    effects: [
      isNew ? StateEffect.appendConfig.of(shownField.init(() => shown)) : setReferences.of(shown),
      // The panel makes the editor smaller: keep the cursor's line visible.
      EditorView.scrollIntoView(view.state.selection.main.head),
    ],
  });
}

/** Returns false if no references were shown. */
function closeReferences(view: EditorView): boolean {
  if (!view.state.field(shownField, false)) return false;
  view.dispatch({ effects: setReferences.of(null) });
  return true;
}

function createPanel(view: EditorView, { title, note, places, onChoose }: ShownReferences): Panel {
  const close = () => {
    closeReferences(view);
    view.focus();
  };
  const closing = element('button', '', '×');
  closing.type = 'button';
  closing.onclick = close;
  closing.title = 'Close (Escape)';
  closing.setAttribute('aria-label', 'Close references');
  const dom = element(
    'section',
    'cm-references',
    element('header', '', element('span', '', title), closing),
  );
  dom.setAttribute('aria-label', title);
  if (note !== '') {
    const status = element('p', 'cm-references-note', note);
    status.setAttribute('role', 'status');
    dom.append(status);
  }
  if (places.length > 0) dom.append(createPlaceList('References', places, onChoose));
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  return { dom, mount: () => focusFirst(dom) };
}

function focusFirst(dom: HTMLElement): void {
  dom.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
}

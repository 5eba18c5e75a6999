import { StateEffect, StateField } from '@codemirror/state';
import { EditorView, type Panel, showPanel } from '@codemirror/view';
import { addAppearance } from './appearance.ts';
import { element } from './elements.ts';
import { createPlaceList } from './placeList.ts';
import type { NamePlace } from './projectText.ts';

/** What the panel below the editor shows. */
export interface ShownReferences {
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

export function showReferences(view: EditorView, shown: ShownReferences): void {
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

/** False if no references were shown. */
export function closeReferences(view: EditorView): boolean {
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

import { StateEffect, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';

const setNote = StateEffect.define<Tooltip | null>();

/** The current note; an edit or a cursor movement hides it. */
const noteField = StateField.define<Tooltip | null>({
  create: () => null,
  update(note, { effects, docChanged, selection }) {
    const newest = effects.findLast((effect) => effect.is(setNote));
    if (newest) return newest.value;
    return docChanged || selection ? null : note;
  },
  provide: (field) => showTooltip.from(field),
});

const appearance = EditorView.theme({
  '.cm-editor-note': { maxWidth: '36em', padding: '6px 10px', fontSize: '0.8125rem' },
});

/** Shows a note at the cursor and announces it to screen readers. */
export function showNote(view: EditorView, text: string): void {
  const create = () => {
    const dom = document.createElement('div');
    dom.className = 'cm-editor-note';
    dom.textContent = text;
    return { dom };
  };
  const note: Tooltip = { pos: view.state.selection.main.head, above: true, create };
  const isNew = view.state.field(noteField, false) === undefined;
  view.dispatch({
    effects: [
      isNew
        ? StateEffect.appendConfig.of([noteField.init(() => note), appearance])
        : setNote.of(note),
      EditorView.announce.of(text),
    ],
  });
}

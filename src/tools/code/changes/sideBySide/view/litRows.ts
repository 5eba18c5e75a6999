import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** The zero-based rows that belong together, and the pointed row if it is on this side. */
export interface LitRows {
  readonly rows: readonly number[];
  readonly origin: number | null;
}

export const setLitRows = StateEffect.define<LitRows>();

const LINKED = Decoration.line({ class: 'cm-linked-line' });
const ORIGIN = Decoration.line({ class: 'cm-linked-line cm-linked-origin' });

const litRows = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, state: { doc } }) {
    const lit = effects.findLast((effect) => effect.is(setLitRows));
    if (!lit) return before;
    const { rows, origin } = lit.value;
    const lines = rows.map((row) =>
      (row === origin ? ORIGIN : LINKED).range(doc.line(row + 1).from),
    );
    return Decoration.set(lines);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const appearance = EditorView.theme({
  '.cm-linked-line': { backgroundColor: 'var(--selection)' },
  '.cm-linked-origin': { boxShadow: 'inset 3px 0 0 var(--accent)' },
  '@media (forced-colors: active)': {
    '.cm-linked-line': { outline: '1px solid Highlight', outlineOffset: '-1px' },
  },
});

export const lit = [litRows, appearance];

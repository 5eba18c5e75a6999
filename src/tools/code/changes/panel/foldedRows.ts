import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { ChangeRows } from '#core/output/codeDifference/changeRows.ts';
import { linesText } from '#core/util/countText.ts';

const unfold = StateEffect.define<number>();

/** Shows the rows that are folded at an offset, if there are any. */
export function unfoldAt(offset: number): StateEffect<number> {
  return unfold.of(offset);
}

/** Unchanged rows, as a button that shows them. */
class Fold extends WidgetType {
  readonly #rows: number;

  constructor(rows: number) {
    super();
    this.#rows = rows;
  }

  override eq(other: Fold) {
    return other.#rows === this.#rows;
  }

  override get estimatedHeight() {
    return 26;
  }

  override toDOM(view: EditorView) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-folded-rows';
    button.textContent = `Show ${linesText(this.#rows)}`;
    button.addEventListener('click', () => {
      const offset = view.posAtDOM(button);
      view.dispatch({ selection: { anchor: offset }, effects: unfoldAt(offset) });
      view.focus();
    });
    return button;
  }

  // The button's clicks and keys are its own.
  override ignoreEvent() {
    return true;
  }
}

const appearance = EditorView.theme({
  '.cm-folded-rows': {
    display: 'block',
    width: '100%',
    padding: '3px 12px',
    border: 'none',
    background: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    font: 'inherit',
    fontFamily: 'var(--font-ui)',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-folded-rows:hover': { color: 'var(--text)', textDecoration: 'underline' },
  '.cm-folded-rows:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
});

/** Folds the rows that are far from any change. */
export function foldedRows({ folds }: ChangeRows): Extension {
  const field = StateField.define<DecorationSet>({
    create: ({ doc }) =>
      Decoration.set(
        folds.map(({ from, to }) =>
          Decoration.replace({ widget: new Fold(to - from), block: true }).range(
            doc.line(from + 1).from,
            doc.line(to).to,
          ),
        ),
      ),
    update(shown, { effects, selection, state }) {
      let next = shown;
      const show = (offset: number) => {
        next = next.update({ filter: (from, to) => offset < from || offset > to });
      };
      for (const effect of effects) if (effect.is(unfold)) show(effect.value);
      // A search leads into the lines that it has found.
      if (selection && !state.selection.main.empty) show(state.selection.main.head);
      return next;
    },
    provide: (shown) => [
      EditorView.decorations.from(shown),
      EditorView.atomicRanges.of((view) => view.state.field(shown)),
    ],
  });
  return [field, appearance];
}

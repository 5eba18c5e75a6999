import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import type { Span } from '#core/source/tokens.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';

/** How long the cursor must rest before its value is painted, in milliseconds. */
const REST = 250;

const setPainted = StateEffect.define<Span | null>();

const PAINTED = Decoration.mark({ class: 'cm-painted' });

const painted = StateField.define<Span | null>({
  create: () => null,
  update(value, { effects, changes }) {
    const moved = value && {
      from: changes.mapPos(value.from, 1),
      to: changes.mapPos(value.to, -1),
    };
    return effects.reduce<Span | null>((now, effect) => {
      return effect.is(setPainted) ? effect.value : now;
    }, moved);
  },
  provide: (field) =>
    EditorView.decorations.from(field, (span) =>
      span && span.to > span.from
        ? Decoration.set(PAINTED.range(span.from, span.to))
        : Decoration.none,
    ),
});

const theme = EditorView.baseTheme({
  '.cm-painted': { outline: '1px solid var(--accent)', borderRadius: '2px' },
});

interface PaintEditor {
  /**
   * The selection in the visible file, or a line's end; null while there is no editor.
   *
   * @param line one-based
   */
  selection(line?: number | null): Span | null;
  /** Marks what is painted. */
  mark(span: Span | null): void;
}

/** @param events called when the painted place has moved with the text, and when the cursor rests */
export function bindPaintEditor(events: {
  onMoved(span: Span): void;
  onRest(selection: Span): void;
}): PaintEditor {
  let view: EditorView | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const watch = ViewPlugin.define((opened) => {
    view = opened;
    return {
      destroy() {
        if (view === opened) view = null;
      },
    };
  });
  const listen = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    const span = state.field(painted);
    if (docChanged && span) events.onMoved(span);
    if (!docChanged && !selectionSet) return;
    clearTimeout(rest);
    rest = setTimeout(() => events.onRest(state.selection.main), REST);
  });
  addFileExtension([painted, theme, watch, listen]);
  return {
    selection(line = null) {
      if (!view || line === null) return view?.state.selection.main ?? null;
      const { to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      return { from: to, to };
    },
    mark: (span) => view?.dispatch({ effects: setPainted.of(span) }),
  };
}

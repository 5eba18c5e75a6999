import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { createNewest } from '#core/util/newest.ts';

/** How long the cursor must rest (ms). */
const REST = 350;

interface Span {
  readonly from: number;
  readonly to: number;
}

const setOccurrences = StateEffect.define<readonly Span[]>();
const MARK = Decoration.mark({ class: 'cm-occurrence' });

const occurrencesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes, docChanged, selection }) {
    const newest = effects.findLast((effect) => effect.is(setOccurrences));
    if (newest) return Decoration.set(newest.value.map(({ from, to }) => MARK.range(from, to)));
    if (docChanged) return shown.map(changes);
    // The cursor is on another name, or text is selected.
    if (selection && !isOn(shown, selection.main)) return Decoration.none;
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function isOn(shown: DecorationSet, { from, empty }: { from: number; empty: boolean }): boolean {
  if (!empty) return false;
  let found = false;
  shown.between(from, from, () => {
    found = true;
    return false;
  });
  return found;
}

class OccurrencesPlugin {
  private readonly view: EditorView;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly work = createNewest();

  constructor(view: EditorView) {
    this.view = view;
  }

  update({ docChanged, selectionSet, state }: ViewUpdate): void {
    if (!docChanged && !selectionSet) return;
    this.cancel();
    const { main, ranges } = state.selection;
    if (!main.empty || ranges.length > 1) return;
    if (!docChanged && isOn(state.field(occurrencesField), main)) return;
    this.timer = setTimeout(() => void this.look(), REST);
  }

  destroy(): void {
    this.cancel();
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.work.next();
  }

  private async look(): Promise<void> {
    const { view } = this;
    const { signal } = this.work;
    if (!view.hasFocus || !LSPPlugin.get(view)) return;
    const { refactoring } = await import('./refactoring.ts');
    const spans = signal.aborted ? null : await refactoring.occurrencesAtCursor(view, signal);
    if (!spans || signal.aborted) return;
    const isNothing = spans.length === 0 && view.state.field(occurrencesField).size === 0;
    if (!isNothing) view.dispatch({ effects: setOccurrences.of(spans) });
  }
}

/** Marks all occurrences of the symbol at the cursor in its file. */
export const occurrences: Extension = [
  occurrencesField,
  ViewPlugin.fromClass(OccurrencesPlugin),
  EditorView.baseTheme({
    '.cm-occurrence': {
      borderRadius: '2px',
      backgroundColor: 'color-mix(in srgb, var(--selection) 55%, transparent)',
    },
  }),
];

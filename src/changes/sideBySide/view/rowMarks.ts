import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { PRELUDE, SPACER } from '#program/codeAlignment/alignment.ts';
import type { RowTexts } from './rowTexts.ts';

const SPACED = Decoration.line({ class: 'cm-side-spacer', attributes: { 'aria-hidden': 'true' } });
const CHANGED = Decoration.line({ class: 'cm-side-changed' });

/** The button in place of a long prelude. */
class PreludeWidget extends WidgetType {
  readonly count: number;
  readonly show: () => void;

  constructor(count: number, show: () => void) {
    super();
    this.count = count;
    this.show = show;
  }

  override eq(other: PreludeWidget): boolean {
    return other.count === this.count;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-side-prelude';
    button.textContent = `${this.count.toLocaleString('en')} lines of prelude`;
    button.title = 'Show these lines';
    button.addEventListener('click', this.show);
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const appearance = EditorView.theme({
  '.cm-side-spacer': {
    background: 'repeating-linear-gradient(-45deg, transparent 0 5px, var(--border-faint) 5px 6px)',
  },
  '.cm-side-changed': {
    backgroundColor: 'var(--added)',
    boxShadow: 'inset 3px 0 0 var(--border-strong)',
  },
  '.cm-side-prelude': {
    padding: '0 8px',
    border: '0',
    borderRadius: 'var(--radius)',
    background: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    font: 'inherit',
    lineHeight: 'inherit',
    cursor: 'pointer',
  },
});

interface RowMarks {
  /** Whether rows without a key are marked as changed. */
  readonly marksChanges: boolean;
  readonly onShowPrelude: () => void;
}

/** Spacers, changed lines, and the button in place of a long prelude. They stay as long as the text. */
export function rowMarks(texts: RowTexts, marks: RowMarks): Extension {
  return [appearance, EditorView.decorations.compute([], (state) => build(texts, marks, state))];
}

function build(
  { rows, lines }: RowTexts,
  { marksChanges, onShowPrelude }: RowMarks,
  { doc }: EditorState,
) {
  const builder = new RangeSetBuilder<Decoration>();
  let from = 0;
  for (const [row, line] of rows.lines.entries()) {
    const text = lines[line - 1] ?? '';
    if (line === SPACER) builder.add(from, from, SPACED);
    else if (line === PRELUDE) {
      const widget = new PreludeWidget(rows.prelude, onShowPrelude);
      builder.add(from, from, Decoration.widget({ widget }));
    } else if (marksChanges && rows.keys[row] === 0 && text.trim() !== '') {
      builder.add(from, from, CHANGED);
    }
    from += text.length + 1;
    if (from > doc.length) break;
  }
  return builder.finish();
}

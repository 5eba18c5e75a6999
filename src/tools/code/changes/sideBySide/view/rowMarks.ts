import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { PRELUDE, type SideRows, SPACER } from '#core/output/alignment.ts';

const SPACED = Decoration.line({ class: 'cm-side-spacer', attributes: { 'aria-hidden': 'true' } });

export type RowChange = 'added' | 'removed';

// Roles, so that screen readers announce what the colours show.
const CHANGES: Readonly<Record<RowChange, Decoration>> = {
  added: Decoration.line({ class: 'cm-side-added', attributes: { role: 'insertion' } }),
  removed: Decoration.line({ class: 'cm-side-removed', attributes: { role: 'deletion' } }),
};

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
  '.cm-side-spacer': { backgroundColor: 'var(--surface-raised)' },
  '.cm-side-added, .cm-side-removed': { boxShadow: 'inset 3px 0 0 var(--border-strong)' },
  '.cm-side-added': { backgroundColor: 'var(--added)' },
  '.cm-side-removed': { backgroundColor: 'var(--removed)' },
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
  '@media (forced-colors: active)': { '.cm-side-prelude': { textDecoration: 'underline' } },
});

interface RowMarks {
  /** How to mark rows without a key. */
  readonly change: RowChange | null;
  readonly onShowPrelude: () => void;
}

/**
 * Spacers, changed lines, and the button that replaces a long prelude. Constant for a given text.
 */
export function rowMarks(rows: SideRows, marks: RowMarks): Extension {
  return [appearance, EditorView.decorations.of(build(rows, marks))];
}

function build(
  { text, lines, keys, prelude }: SideRows,
  { change, onShowPrelude }: RowMarks,
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let from = 0;
  for (const [row, line] of lines.entries()) {
    const lineBreak = text.indexOf('\n', from);
    const to = lineBreak < 0 ? text.length : lineBreak;
    if (line === SPACER) builder.add(from, from, SPACED);
    else if (line === PRELUDE) {
      const widget = new PreludeWidget(prelude, onShowPrelude);
      builder.add(from, from, Decoration.widget({ widget }));
    } else if (change && keys[row] === 0 && text.slice(from, to).trim() !== '') {
      builder.add(from, from, CHANGES[change]);
    }
    from = to + 1;
  }
  return builder.finish();
}

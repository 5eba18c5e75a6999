import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLineGutter,
} from '@codemirror/view';
import type { ChangeRows } from '#core/output/difference/codeDifference.ts';
import { partitionPoint } from '#core/util/partitionPoint.ts';

class Sign extends GutterMarker {
  readonly #text: string;

  constructor(text: string, name: string) {
    super();
    this.#text = text;
    this.elementClass = name;
  }

  override toDOM() {
    return document.createTextNode(this.#text);
  }
}

const ADDED_SIGN = new Sign('+', 'cm-added-sign');
const REMOVED_SIGN = new Sign('−', 'cm-removed-sign');

// Roles, so that screen readers announce what the signs show.
const LINES = {
  added: Decoration.line({ class: 'cm-added-row', attributes: { role: 'insertion' } }),
  removed: Decoration.line({ class: 'cm-removed-row', attributes: { role: 'deletion' } }),
} as const;

const WORDS = {
  added: Decoration.mark({ class: 'cm-added-word' }),
  removed: Decoration.mark({ class: 'cm-removed-word' }),
} as const;

const appearance = EditorView.theme({
  '.cm-added-row, .cm-added-sign': { backgroundColor: 'var(--added)' },
  '.cm-removed-row, .cm-removed-sign': { backgroundColor: 'var(--removed)' },
  '.cm-added-word': { backgroundColor: 'var(--added-strong)', borderRadius: '2px' },
  '.cm-removed-word': { backgroundColor: 'var(--removed-strong)', borderRadius: '2px' },
  '.cm-change-signs': { color: 'var(--text)', fontWeight: '600' },
  '.cm-change-signs .cm-gutterElement': { width: '1.1em', textAlign: 'center' },
  '@media (forced-colors: active)': {
    '.cm-added-word, .cm-removed-word': { textDecoration: 'underline' },
  },
});

export function changeMarks(rows: ChangeRows): Extension {
  return [
    gutter({
      class: 'cm-change-signs',
      lineMarker(view, { from }) {
        const sign = rows.signs[view.state.doc.lineAt(from).number - 1] ?? 0;
        if (sign === 0) return null;
        return sign > 0 ? ADDED_SIGN : REMOVED_SIGN;
      },
      initialSpacer: () => ADDED_SIGN,
    }),
    highlightActiveLineGutter(),
    EditorView.decorations.of((view) => marksIn(view, rows)),
    appearance,
  ];
}

/** The marks in the visible ranges. The editor splits a very long line into several of them. */
export function marksIn(
  { state: { doc }, visibleRanges }: Pick<EditorView, 'state' | 'visibleRanges'>,
  { signs, words }: ChangeRows,
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let row = 1;
  for (const { from, to } of visibleRanges) {
    const last = doc.lineAt(to).number;
    row = Math.max(row, doc.lineAt(from).number);
    let word = firstWordFrom(words, doc.lineAt(from).from);
    for (; row <= last; row += 1) {
      const sign = signs[row - 1] ?? 0;
      if (sign === 0) continue;
      const kind = sign > 0 ? 'added' : 'removed';
      const line = doc.line(row);
      builder.add(line.from, line.from, LINES[kind]);
      for (let at = words[word]; at && at.from < line.to; at = words[word]) {
        builder.add(at.from, at.to, WORDS[kind]);
        word += 1;
      }
    }
  }
  return builder.finish();
}

function firstWordFrom(words: ChangeRows['words'], offset: number): number {
  return partitionPoint(0, words.length, (index) => (words[index]?.from ?? 0) < offset);
}

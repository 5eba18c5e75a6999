import { history, redo, undo } from '@codemirror/commands';
import { ChangeSet, EditorState, type Text, type Transaction } from '@codemirror/state';
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';

/** Texts to type or paste: code, incomplete code, and characters that often break positions. */
const PIECES = [
  ...['a', 'Z', '_', '1', ' ', '.', ';', '(', ')', '{', '}', '<', '>', ':', '"', "'", '/', '*'],
  ...['\n', '\n\n', '\r\n', '\t', '    '],
  ...['🎉', '👩‍🚀', '𝒳', 'é', 'ß', '漢字', '\u0301', '\ufeff'],
  ...['/*', '*/', '//', '"abc', 'import ', 'import rendering;', '#define A(x) x\n', '[numthreads('],
  ...['struct S { float x; }\n', 'float f() { return 1.0; }\n', 'playground::TIME', 'Ball b;'],
  'for (int i = 0; i < 3; ++i)\n{\n    x += float(i);\n}\n',
];

/** Longer texts are mostly cut, to keep the test fast. */
const MOST_CHARACTERS = 6000;

/** The editor's own text model, edited at random; the same seed gives the same edits. */
export function createRandomEditor(text: string, seed: number) {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let state = EditorState.create({ doc: text, extensions: history() });
  const dispatch = (transaction: Transaction) => {
    changes = transaction.changes;
    state = transaction.state;
  };
  let changes = ChangeSet.empty(state.doc.length);

  const randomChange = () => {
    const { length } = state.doc;
    const from = below(length + 1);
    const cut = length > MOST_CHARACTERS ? 900 : below(10) === 0 ? 60 : 4;
    const to = Math.min(length, from + below(cut));
    const insert = below(4) === 0 ? '' : (PIECES[below(PIECES.length)] ?? '');
    return { from, to, insert: state.toText(insert) };
  };
  const change = () => {
    const kind = below(60);
    if (kind === 0) {
      // A paste over everything.
      dispatch(state.update({ changes: { from: 0, to: state.doc.length, insert: text } }));
    } else if (kind < 6) {
      if (!undo({ state, dispatch })) dispatch(state.update({}));
    } else if (kind < 9) {
      if (!redo({ state, dispatch })) dispatch(state.update({}));
    } else {
      const places = Array.from({ length: kind < 14 ? 3 : 1 }, randomChange)
        .toSorted((a, b) => a.from - b.from)
        .filter((each, index, all) => index === 0 || each.from > (all[index - 1]?.to ?? 0));
      dispatch(state.update({ changes: places }));
    }
  };
  return {
    get text() {
      return state.doc.toString();
    },
    /** Makes one edit, in one or several places, and returns its changes for the protocol. */
    edit() {
      const before = state.doc;
      change();
      return contentChanges(before, changes);
    },
    randomPosition: () => positionIn(state.doc, below(state.doc.length + 1)),
  };
}

/** Last place first, so that no change moves the places of the others. */
function contentChanges(before: Text, changes: ChangeSet): TextDocumentContentChangeEvent[] {
  const events: TextDocumentContentChangeEvent[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const range = { start: positionIn(before, from), end: positionIn(before, to) };
    events.unshift({ range, text: inserted.toString() });
  });
  return events;
}

function positionIn(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Mulberry32: numbers in [0, 1) determined by the seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

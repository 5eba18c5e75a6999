import {
  codeFolding,
  foldGutter,
  foldKeymap,
  foldService,
  matchBrackets,
  syntaxTree,
} from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Maximum distance, in characters, to the end of a block. */
const FARTHEST = 100_000;

/**
 * The foldable part of a line: the block that it opens, or that a brace alone on the next line opens.
 * Braces in comments and strings do not count.
 */
export function foldableBlock(
  state: EditorState,
  from: number,
  to: number,
): { from: number; to: number } | null {
  const text = state.doc.sliceString(from, to);
  if (text.trim() === '') return null;
  const next = to < state.doc.length ? state.doc.lineAt(to + 1) : null;
  if (next && isBraceAlone(next.text) && !isBraceAlone(text)) {
    const end = endOfBlock(state, next.from + next.text.indexOf('{'));
    return end === null ? null : { from: to, to: end };
  }
  const brace = text.lastIndexOf('{');
  const previous = from > 0 ? state.doc.lineAt(from - 1).text : '';
  // The previous line folds it.
  if (brace < 0 || (isBraceAlone(text) && previous.trim() !== '')) return null;
  const end = endOfBlock(state, from + brace);
  return end === null ? null : { from: from + brace + 1, to: end };
}

function isBraceAlone(line: string): boolean {
  return line.trim() === '{';
}

/**
 * The place of the closing brace; null if there is none, or on the same line. Unparsed text
 * cannot fold: the gutter asks again after parsing, so nothing folds wrongly.
 */
function endOfBlock(state: EditorState, brace: number): number | null {
  if (syntaxTree(state).resolveInner(brace, 1).name !== 'bracket') return null;
  const match = matchBrackets(state, brace, 1, { maxScanDistance: FARTHEST });
  if (!match?.matched || !match.end) return null;
  return match.end.from > state.doc.lineAt(brace).to ? match.end.from : null;
}

/** Folding of blocks between braces, with marks in the gutter and keys. */
export function folding(): Extension {
  return [
    foldService.of(foldableBlock),
    codeFolding(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    keymap.of(foldKeymap),
  ];
}

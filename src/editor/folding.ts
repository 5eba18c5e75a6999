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

/** Further than this, in characters, the end of a block is not looked for. */
const FARTHEST = 100_000;

/**
 * What a line can fold: the block that it opens, or that a brace alone on the next line opens.
 * Braces in comments and strings count for nothing.
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
  // It folds from the line before.
  if (brace < 0 || (isBraceAlone(text) && previous.trim() !== '')) return null;
  const end = endOfBlock(state, from + brace);
  return end === null ? null : { from: from + brace + 1, to: end };
}

function isBraceAlone(line: string): boolean {
  return line.trim() === '{';
}

/**
 * Where the closing brace is; null if there is none, or on the same line. Text that the editor has not
 * come to parse yet folds nothing: the gutter asks again when it has, and nothing is folded wrongly.
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

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  foldService,
  indentOnInput,
  indentUnit,
  matchBrackets,
  syntaxTree,
} from '@codemirror/language';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  closeHoverTooltips,
  drawSelection,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { searchAndLineKeys } from './searchKeys.ts';

/** The features of a plain text editor, independent of the language. */
export function basics(): Extension {
  return [
    lineNumbers(),
    hiddenCharacters,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    folding(),
    drawSelection(),
    severalCursors(),
    indentOnInput(),
    indentUnit.of('    '),
    bracketMatching(),
    closeBrackets(),
    typingOverLines,
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([
      ...hoverKeys,
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchAndLineKeys,
      ...historyKeymap,
      indentWithTab,
    ]),
  ];
}

/** Alt+click adds a cursor; Shift+Alt+drag selects a rectangle. */
function severalCursors(): Extension {
  const isRectangle = (event: MouseEvent) => event.altKey && event.shiftKey && event.button === 0;
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: isRectangle }),
  ];
}

/** Escape closes a hover, which may cover text that the user wants to read or edit. */
const hoverKeys: readonly KeyBinding[] = [
  {
    key: 'Escape',
    run(view) {
      if (!hasHoverTooltips(view.state)) return false;
      view.dispatch({ effects: closeHoverTooltips });
      return true;
    },
  },
];

/**
 * The editor itself replaces a selection of several lines when the user types. Otherwise the
 * browser merges the lines and keeps their look with `style` attributes, each of which the page's
 * Content-Security-Policy blocks with an error.
 */
const typingOverLines = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    if (inputType !== 'insertText' || data === null || isComposing || state.readOnly) return false;
    if (state.doc.lineAt(from).to >= to) return false;
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** Maximum distance, in characters, to the end of a block. */
const FARTHEST = 100_000;

/**
 * The foldable part of a line: the block that opens on this line, or on the next line if that has
 * only a brace. Braces in comments and strings do not count.
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
  // The previous line folds this block.
  if (brace < 0 || (isBraceAlone(text) && previous.trim() !== '')) return null;
  const end = endOfBlock(state, from + brace);
  return end === null ? null : { from: from + brace + 1, to: end };
}

function isBraceAlone(line: string): boolean {
  return line.trim() === '{';
}

/**
 * The offset of the closing brace; null if there is none or it is on the same line. Unparsed text
 * cannot fold: the gutter asks again after parsing, so no fold is ever wrong.
 */
function endOfBlock(state: EditorState, brace: number): number | null {
  if (syntaxTree(state).resolveInner(brace, 1).name !== 'bracket') return null;
  const match = matchBrackets(state, brace, 1, { maxScanDistance: FARTHEST });
  if (!match?.matched || !match.end) return null;
  return match.end.from > state.doc.lineAt(brace).to ? match.end.from : null;
}

function folding(): Extension {
  return [
    foldService.of(foldableBlock),
    codeFolding(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    keymap.of(foldKeymap),
  ];
}

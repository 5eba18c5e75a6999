import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { folding } from './folding.ts';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { hoverKeys } from './hoverKeys.ts';
import { searchAndLineKeys } from './searchKeys.ts';
import { typingOverLines } from './typingOverLines.ts';

/** What a text editor does without knowing the language. */
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

/** Alt+click sets another cursor; Shift+Alt+drag selects a rectangle. */
function severalCursors(): Extension {
  const isRectangle = (event: MouseEvent) => event.altKey && event.shiftKey && event.button === 0;
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: isRectangle }),
  ];
}

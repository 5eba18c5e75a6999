import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { codeTheme, denseText } from './theme.ts';

/** What all views of target code share, apart from its language. The label is their accessible name. */
export function readOnlyCode(label: string): Extension {
  return [
    hiddenCharacters,
    drawSelection(),
    EditorState.readOnly.of(true),
    codeTheme,
    denseText,
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      tabindex: '0',
    }),
  ];
}

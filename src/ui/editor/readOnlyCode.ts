import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { codeTheme } from './theme.ts';

/** Smaller text for code in a small pane. */
export const denseText = EditorView.theme({
  '.cm-scroller': { fontSize: '0.75rem', lineHeight: '1.5' },
});

/**
 * Extensions that all views of target code share, except for the language. `label` is the
 * accessible name.
 */
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

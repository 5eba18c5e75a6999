import { acceptCompletion, autocompletion, completionStatus } from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/**
 * The list of what can stand at the cursor. Who completes adds a source of its own as language
 * data, `{ autocomplete }`; there may be any number, and the list itself is added once.
 */
export const completionList: Extension = [
  autocompletion({
    // The server is asked once a word, and takes its own time; the list is filtered here.
    activateOnTypingDelay: 5,
    maxRenderedOptions: 60,
  }),
  Prec.highest(keymap.of([{ key: 'Tab', run: acceptOrWait }])),
];

/** A list that has just come up takes no keys yet; Tab must not tear the name apart meanwhile. */
function acceptOrWait(view: EditorView): boolean {
  return acceptCompletion(view) || completionStatus(view.state) === 'active';
}

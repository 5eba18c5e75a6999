import {
  acceptCompletion,
  autocompletion,
  completionStatus,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, keymap, runScopeHandlers, ViewPlugin } from '@codemirror/view';

/**
 * Holds a key that is pressed while the visible list waits for one of its sources. The user means
 * the list as shown, so the key acts once the list is complete. If the list closes instead, the key
 * has its usual effect.
 */
const awaited = ViewPlugin.define(
  (view) => {
    let key: string | undefined;
    return {
      setKey(pressed: string | undefined): void {
        key = pressed;
      },
      update({ state, docChanged, selectionSet }): void {
        if (key === undefined) return;
        if (!docChanged && !selectionSet) {
          if (!selectedCompletion(state) && completionStatus(state) !== null) return;
          const event = new KeyboardEvent('keydown', { key });
          queueMicrotask(() => runScopeHandlers(view, event, 'editor'));
        }
        key = undefined;
      },
    };
  },
  {
    eventHandlers: {
      keydown() {
        this.setKey(undefined);
      },
      blur() {
        this.setKey(undefined);
      },
    },
  },
);

/**
 * The completion list at the cursor. There is one list; completers add any number of sources to it
 * as language data (`{ autocomplete }`).
 */
export const completionList: Extension = [
  autocompletion({
    // The server is slow, so it gets one request per word; the list filters the answer.
    activateOnTypingDelay: 5,
    maxRenderedOptions: 60,
  }),
  // Runs before the keys' own handler, which consumes the key.
  Prec.highest(awaited),
  Prec.highest(keymap.of([acceptingKey('Enter'), acceptingKey('Tab')])),
];

function acceptingKey(key: 'Enter' | 'Tab'): KeyBinding {
  return {
    key,
    run(view) {
      if (acceptCompletion(view)) return true;
      // A list that has just opened accepts no keys yet. Tab must not split the name meanwhile.
      if (selectedCompletion(view.state)) return key === 'Tab';
      const isShown = view.contentDOM.ariaHasPopup === 'listbox' && isAtName(view.state);
      if (isShown) view.plugin(awaited)?.setKey(key);
      return isShown;
    },
  };
}

/**
 * The end of a name, or text that a name can follow: `value`, `value.`, `call().` and
 * `playground::`.
 */
const AT_NAME = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*\.?$|[)\]]\.$|::$/u;

/** Whether the visible list can belong to the cursor. If not, the list is about to close. */
function isAtName({ doc, selection }: EditorState): boolean {
  const { head } = selection.main;
  const { from, text } = doc.lineAt(head);
  return AT_NAME.test(text.slice(0, head - from));
}

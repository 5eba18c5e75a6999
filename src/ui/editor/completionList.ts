import {
  acceptCompletion,
  autocompletion,
  completionStatus,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, keymap, runScopeHandlers, ViewPlugin } from '@codemirror/view';

/**
 * A key pressed while the visible list waits for one of its sources. The user means what
 * the list shows, so the key acts when the list is complete. If the list closes instead, the key has
 * its usual effect.
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
 * The completion list at the cursor. Each completer adds its source as language
 * data, `{ autocomplete }`. There may be any number of sources, and one list.
 */
export const completionList: Extension = [
  autocompletion({
    // One request per word goes to the server, which needs time; the list filters its answer.
    activateOnTypingDelay: 5,
    maxRenderedOptions: 60,
  }),
  // Before the keys' own handler, which consumes the key.
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

/** The end of a name, or what a name follows: `value`, `value.`, `call().` and `playground::`. */
const AT_NAME = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*\.?$|[)\]]\.$|::$/u;

/** Whether the list that is shown can belong to the cursor. Elsewhere it is about to close. */
function isAtName({ doc, selection }: EditorState): boolean {
  const { head } = selection.main;
  const { from, text } = doc.lineAt(head);
  return AT_NAME.test(text.slice(0, head - from));
}

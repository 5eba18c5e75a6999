import {
  acceptCompletion,
  autocompletion,
  completionStatus,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, keymap, runScopeHandlers, ViewPlugin } from '@codemirror/view';

/**
 * A key pressed at a list that stands there but waits for one of its sources: it is meant for what
 * the list shows, and acts once that can be taken. If the list goes away instead, the key means what
 * it always means.
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
 * The list of what can stand at the cursor. Who completes adds a source of its own as language
 * data, `{ autocomplete }`; there may be any number, and the list itself is added once.
 */
export const completionList: Extension = [
  autocompletion({
    // The server is asked once a word, and takes its own time; the list is filtered here.
    activateOnTypingDelay: 5,
    maxRenderedOptions: 60,
  }),
  // Before the keys' own handler, which ends what a key does.
  Prec.highest(awaited),
  Prec.highest(keymap.of([acceptingKey('Enter'), acceptingKey('Tab')])),
];

function acceptingKey(key: 'Enter' | 'Tab'): KeyBinding {
  return {
    key,
    run(view) {
      if (acceptCompletion(view)) return true;
      // A list that has just come up takes no keys yet; Tab must not tear the name apart meanwhile.
      if (selectedCompletion(view.state)) return key === 'Tab';
      const isShown = view.contentDOM.ariaHasPopup === 'listbox';
      if (isShown) view.plugin(awaited)?.setKey(key);
      return isShown;
    },
  };
}

import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';

export type SlotView = Pick<EditorView, 'state' | 'dispatch'>;

/** A slot in editors for extensions that features add while they are in use. */
export type ExtensionSlot = ReturnType<typeof createExtensionSlot>;

export function createExtensionSlot() {
  const added = new Set<Extension>();
  const views = new Set<SlotView>();
  const slot = new Compartment();
  const reconfigure = () => {
    for (const view of views) {
      if (slot.get(view.state) === undefined) continue;
      view.dispatch({ effects: slot.reconfigure([...added]) });
    }
  };
  return {
    /** Adds the extension to the existing views and to each later one. */
    add(extension: Extension): Dispose {
      added.add(extension);
      reconfigure();
      return () => {
        if (added.delete(extension)) reconfigure();
      };
    },
    /** The slot with its current extensions, for a new state. */
    extensions: (): Extension => slot.of([...added]),
    /**
     * The state with the slot's extensions re-created; a state without the slot is returned
     * unchanged.
     */
    anew(state: EditorState): EditorState {
      const current = slot.get(state);
      if (current === undefined || (added.size === 0 && isNone(current))) return state;
      const without = state.update({ effects: slot.reconfigure([]) }).state;
      return without.update({ effects: slot.reconfigure([...added]) }).state;
    },
    /** Until disposed, the view follows each addition and removal of an extension. */
    accept(view: SlotView): Dispose {
      views.add(view);
      return () => void views.delete(view);
    },
  };
}

function isNone(extension: Extension): boolean {
  return Array.isArray(extension) && extension.length === 0;
}

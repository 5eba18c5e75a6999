import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';

/** The part of a view that is used here. */
export type SlotView = Pick<EditorView, 'state' | 'dispatch'>;

/** A place in editors for what features add while they are in use. */
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
    /** Adds to the views that are there, and to each that is created later. */
    add(extension: Extension): Dispose {
      added.add(extension);
      reconfigure();
      return () => {
        if (added.delete(extension)) reconfigure();
      };
    },
    /** The place among the extensions of a new state. */
    extensions: (): Extension => slot.of([...added]),
    /** The state with these extensions newly added; a state without the place as it is. */
    anew(state: EditorState): EditorState {
      const current = slot.get(state);
      if (current === undefined || (added.size === 0 && isNone(current))) return state;
      const without = state.update({ effects: slot.reconfigure([]) }).state;
      return without.update({ effects: slot.reconfigure([...added]) }).state;
    },
    /** From now on, the view gets what is added, and loses what is removed. */
    accept(view: SlotView): Dispose {
      views.add(view);
      return () => void views.delete(view);
    },
  };
}

function isNone(extension: Extension): boolean {
  return Array.isArray(extension) && extension.length === 0;
}

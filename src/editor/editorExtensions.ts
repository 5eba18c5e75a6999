import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Dispose } from '#shared/disposer.ts';

/** What features add to the main file's editor while they are in use. */
const added = new Set<Extension>();
const views = new Set<Pick<EditorView, 'state' | 'dispatch'>>();
const slot = new Compartment();

/**
 * Adds to the main file in the current source editor, and in each that is created later. While another
 * file is in sight, the extension gets no updates; when the main file comes back, its fields are
 * created again.
 */
export function addEditorExtension(extension: Extension): Dispose {
  added.add(extension);
  reconfigure();
  return () => {
    if (added.delete(extension)) reconfigure();
  };
}

/** The place of these extensions among those of the main file's new state. */
export function addedExtensions(): Extension {
  return slot.of([...added]);
}

/** The main file's state with these extensions newly added; any other state as it is. */
export function withAddedAnew(state: EditorState): EditorState {
  const current = slot.get(state);
  if (current === undefined || (added.size === 0 && isNone(current))) return state;
  const without = state.update({ effects: slot.reconfigure([]) }).state;
  return without.update({ effects: slot.reconfigure([...added]) }).state;
}

/** From now on, the view gets what is added, and loses what is removed. */
export function acceptExtensions(view: Pick<EditorView, 'state' | 'dispatch'>): Dispose {
  views.add(view);
  return () => {
    views.delete(view);
  };
}

function reconfigure(): void {
  for (const view of views) {
    if (slot.get(view.state) === undefined) continue;
    view.dispatch({ effects: slot.reconfigure([...added]) });
  }
}

function isNone(extension: Extension): boolean {
  return Array.isArray(extension) && extension.length === 0;
}

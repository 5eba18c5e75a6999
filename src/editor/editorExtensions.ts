import { Compartment, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Dispose } from '#shared/disposer.ts';

/** What features add to the source editor while they are in use. */
const added = new Set<Extension>();
const views = new Set<EditorView>();
const slot = new Compartment();

/** Adds to the source editor that is there, and to each that is created later. */
export function addEditorExtension(extension: Extension): Dispose {
  added.add(extension);
  reconfigure();
  return () => {
    if (added.delete(extension)) reconfigure();
  };
}

/** The place of these extensions among those of a new editor. */
export function addedExtensions(): Extension {
  return slot.of([...added]);
}

/** From now on, the view gets what is added, and loses what is removed. */
export function acceptExtensions(view: EditorView): Dispose {
  views.add(view);
  return () => {
    views.delete(view);
  };
}

function reconfigure(): void {
  for (const view of views) view.dispatch({ effects: slot.reconfigure([...added]) });
}

import type { EditorState, Extension } from '@codemirror/state';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createExtensionSlot, type SlotView } from './extensionSlot.ts';

// What features add to source editors while they are in use.
const ofMainFile = createExtensionSlot();
const ofEachFile = createExtensionSlot();

/**
 * Adds to the main file in the current source editor, and in each that is created later. While another
 * file is in sight, the extension gets no updates; when the main file comes back, its fields are
 * created again.
 */
export const addEditorExtension = ofMainFile.add;

/** The same for each file of the project, while it is in sight. */
export const addFileExtension = ofEachFile.add;

/** The place of these extensions among those of a file's new state. */
export function addedExtensions({ isMain }: { readonly isMain: boolean }): Extension {
  return [isMain ? ofMainFile.extensions() : [], ofEachFile.extensions()];
}

/** A file's state with these extensions newly added; any other state as it is. */
export function withAddedAnew(state: EditorState): EditorState {
  return ofEachFile.anew(ofMainFile.anew(state));
}

/** From now on, the view gets what is added, and loses what is removed. */
export function acceptExtensions(view: SlotView): Dispose {
  const disposer = createDisposer();
  for (const slot of [ofMainFile, ofEachFile]) disposer.add(slot.accept(view));
  return disposer.dispose;
}

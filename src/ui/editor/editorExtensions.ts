import type { EditorState, Extension } from '@codemirror/state';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createExtensionSlot, type SlotView } from './extensionSlot.ts';

// Extensions that features add to source editors while they are in use.
const ofMainFile = createExtensionSlot();
const ofEachFile = createExtensionSlot();

/**
 * Adds an extension to the main file in the current source editor and in each later one. While
 * another file is visible, the extension gets no updates; when the main file is shown again, the
 * extension's fields are re-created.
 */
export const addEditorExtension = ofMainFile.add;

/** Like {@link addEditorExtension}, but for each file of the project while it is visible. */
export const addFileExtension = ofEachFile.add;

/** These extensions, for a new state of a file. */
export function addedExtensions({ isMain }: { readonly isMain: boolean }): Extension {
  return [isMain ? ofMainFile.extensions() : [], ofEachFile.extensions()];
}

/** The state with these extensions re-created; a state without their slot is returned unchanged. */
export function withAddedAnew(state: EditorState): EditorState {
  return ofEachFile.anew(ofMainFile.anew(state));
}

/** Until disposed, the view follows each addition and removal of an extension. */
export function acceptExtensions(view: SlotView): Dispose {
  const disposer = createDisposer();
  for (const slot of [ofMainFile, ofEachFile]) disposer.add(slot.accept(view));
  return disposer.dispose;
}

import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import type { FileTable } from './fileTable.ts';
import { applyGroup } from './groupedEdits.ts';
import type { JumpPlace, Jumps } from './jumps.ts';

/** What a project's editor needs of the view. */
export interface Navigation {
  /** The cursor's place. */
  current(): JumpPlace;
  /** Shows the file and selects the range. */
  go(id: number, from: number, to?: number): void;
}

/** The project for code in the editor, and the keys that go back and forth between jumps. */
export function createProjectEditor(
  table: Pick<FileTable, 'files' | 'get' | 'shown' | 'subscribe'>,
  jumps: Jumps,
  { current, go }: Navigation,
): { readonly editor: ProjectEditor; readonly extension: Extension } {
  // A place whose file is gone is skipped.
  const goBy = (next: Jumps['back']) => () => {
    let place = next(current());
    while (place && !table.get(place.id)) place = next(current());
    if (place) go(place.id, place.pos);
  };
  const editor: ProjectEditor = {
    files: table.files,
    shownFile: () => table.shown().id,
    open(id, from, to) {
      if (!table.get(id)) return;
      jumps.left(current());
      go(id, from, to);
    },
    goBack: goBy(jumps.back),
    goForward: goBy(jumps.forward),
    applyEdits: (edits, label, rename) => applyGroup(table.files(), edits, label, rename),
    subscribe: table.subscribe,
  };
  // Without a place, the key must not leave the page.
  const press = (go: () => void) => () => {
    go();
    return true;
  };
  const keys = keymap.of([
    { key: 'Alt-ArrowLeft', mac: 'Ctrl--', run: press(editor.goBack), preventDefault: true },
    { key: 'Alt-ArrowRight', mac: 'Ctrl-_', run: press(editor.goForward), preventDefault: true },
  ]);
  return { editor, extension: [projectEditor.of(editor), keys] };
}

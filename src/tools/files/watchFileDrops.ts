import type { Dispose } from '#core/util/disposer.ts';
import { untilDisposed } from '#core/util/newest.ts';
import type { DroppedItem } from '#tools/files/drop/dropped.ts';

export interface FileDropListeners {
  /** Files are being dragged over the page, or no longer. */
  onOver(isOver: boolean): void;
  onDrop(items: readonly DroppedItem[]): void;
  /** Images or films were pasted. */
  onPaste(files: readonly File[]): void;
}

/** Elements that take dropped files themselves. */
const TAKERS = '[data-takes-files]';

/** Browsers call any image of the clipboard so. */
const PASTED_NAME = /^image\.(?=\w+$)/;

/**
 * Takes files that are dropped or pasted anywhere on the page, before the editor would insert them as
 * text. Text that is dragged or pasted is left to others.
 */
export function watchFileDrops({ onOver, onDrop, onPaste }: FileDropListeners): Dispose {
  const take = (event: DragEvent, isOver: boolean) => {
    const { dataTransfer, target } = event;
    if (!dataTransfer?.types.includes('Files')) return null;
    const isTaken = target instanceof Element && target.closest(TAKERS) !== null;
    onOver(isOver && !isTaken);
    if (isTaken) return null;
    event.preventDefault();
    event.stopPropagation();
    return dataTransfer;
  };
  return untilDisposed((signal) => {
    const options = { signal, capture: true };
    for (const type of ['dragenter', 'dragover'] as const) {
      window.addEventListener(type, (event) => take(event, true), options);
    }
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) onOver(false);
      },
      options,
    );
    window.addEventListener(
      'drop',
      (event) => {
        const dropped = take(event, false);
        if (dropped) onDrop(itemsOf(dropped));
      },
      options,
    );
    window.addEventListener(
      'paste',
      (event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onPaste(files);
      },
      options,
    );
  });
}

/** Not in all browsers. */
interface HandleSource {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** The transfer is empty once the event is over. */
function itemsOf({ items }: DataTransfer): DroppedItem[] {
  return [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item: DataTransferItem & HandleSource) => {
      const entry = item.webkitGetAsEntry();
      return {
        file: entry?.isDirectory ? null : item.getAsFile(),
        entry,
        handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
      };
    });
}

/** None if there is text, which is what programs such as word processors mean. */
function pastedFiles(clipboard: DataTransfer | null): File[] {
  if (!clipboard || clipboard.types.includes('text/plain')) return [];
  return [...clipboard.files]
    .filter(({ type }) => /^(?:image|video)\//.test(type))
    .map((file) => {
      const name = file.name.replace(PASTED_NAME, 'pasted.');
      return new File([file], name, { type: file.type });
    });
}

import { FILE_EXTENSIONS, FOREIGN_EXTENSIONS } from '#core/project/names.ts';
import { ASSET_EXTENSIONS } from '#engine/storage/assets/kinds.ts';
import { saveFile } from '#ui/saveFile.ts';
import {
  type DiskAccess,
  type FileHandle,
  type FolderHandle,
  filesOfFolder,
  folderOfFiles,
  foundByHandle,
  foundFile,
} from './diskAccess.ts';

/** What Chromium has, and TypeScript's library lacks. */
interface Pickers {
  showOpenFilePicker(options: { readonly multiple: true }): Promise<readonly FileHandle[]>;
  showDirectoryPicker(options: { readonly mode: 'read' }): Promise<FolderHandle>;
}

const ACCEPTED = [
  ...FILE_EXTENSIONS,
  ...FOREIGN_EXTENSIONS,
  '.zip',
  '.webm',
  '.mp4',
  ...ASSET_EXTENSIONS,
].join(',');

/** The browser's own dialogs: those that allow writing back where there are some. */
export const browserDisk: DiskAccess = {
  async pickFiles() {
    const { showOpenFilePicker } = window as Partial<Pickers>;
    if (!showOpenFilePicker) {
      const files = await ask({ accept: ACCEPTED });
      return files?.map((file) => foundFile(file.name, file)) ?? null;
    }
    const handles = await unlessCancelled(() => showOpenFilePicker({ multiple: true }));
    return handles?.map((handle) => foundByHandle(handle.name, handle)) ?? null;
  },
  async pickFolder() {
    const { showDirectoryPicker } = window as Partial<Pickers>;
    if (!showDirectoryPicker) {
      const files = await ask({ webkitdirectory: true });
      return files && folderOfFiles(files);
    }
    const handle = await unlessCancelled(() => showDirectoryPicker({ mode: 'read' }));
    return handle && filesOfFolder(handle);
  },
  download: saveFile,
};

async function unlessCancelled<Value>(pick: () => Promise<Value>): Promise<Value | null> {
  try {
    return await pick();
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

/** Null if the user chose none. Browsers that do not tell of that leave the promise open. */
function ask(
  options: { readonly accept: string } | { readonly webkitdirectory: true },
): Promise<readonly File[] | null> {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, ...options });
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

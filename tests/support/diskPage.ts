import { vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type DiskAccess, filesOfFolder, foundByHandle } from '#tools/files/disk/diskAccess.ts';
import { createDiskSession } from '#tools/files/disk/diskSession.ts';
import type { DiskPlace, KeptPlaces } from '#tools/files/disk/keptPlaces.ts';
import { createProjectFiles } from '#workspace/createWorkspace.ts';
import type { SourceOpening } from '#workspace/services.ts';
import { createSource } from '#workspace/sources/source.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createMemoryStore } from './assets.ts';
import type { FakeDisk } from './disk.ts';
import { linksWith } from './projectLinks.ts';

export const MAIN_SOURCE = '[shader("compute")]\nvoid main() {}\n';

/** Projects' places on disk, as a browser stores them between visits. */
export function createMemoryPlaces(): KeptPlaces {
  const places = new Map<string, DiskPlace>();
  return {
    put: async (uri, place) => void places.set(uri, place),
    get: async (uri) => places.get(uri) ?? null,
  };
}

/**
 * A disk session with the workspace parts that it needs, in a browser whose dialogs tests answer.
 */
export function createDiskPage(kept = createMemoryPlaces()) {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const source = createSource(store);
  const openSource = vi.fn(async (opening: SourceOpening) => {
    const revision = store.getState().opened.revision + 1;
    const { text, files, assets } = source.open(opening, revision);
    const opened = { text, place: null, revision };
    const { entryPoint = null, view } = opening;
    const { uniformValues = {}, seed = 1, animations = {} } = view ?? {};
    store.setState({ opened, files, assets, entryPoint, uniformValues, seed, animations });
  });
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const downloads: File[] = [];
  const disk = {
    pickFiles: vi.fn<DiskAccess['pickFiles']>(),
    pickFolder: vi.fn<DiskAccess['pickFolder']>(),
    download: (file: File) => void downloads.push(file),
  };
  const workspace = {
    store,
    ...createProjectFiles(store, source, changed),
    onTextChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sourceUri: source.uri,
    openSource,
    selectTarget: (target: WorkspaceState['target']) => store.setState({ target }),
  };
  const contents = createMemoryStore();
  const base = 'https://example.test/#old';
  const unpackCarried = linksWith().links.unpackProject;
  const session = createDiskSession({ workspace, disk, contents, kept, base, unpackCarried });
  return {
    ...{ store, source, workspace, session, disk, downloads, openSource, contents },
    state: session.store.getState,
    texts: () => {
      const { notice } = session.store.getState();
      return notice && 'texts' in notice ? notice.texts : notice;
    },
    async openFolder(there: FakeDisk) {
      disk.pickFolder.mockImplementation(() => filesOfFolder(there.folder));
      await session.openFolder();
    },
    async openFiles(there: FakeDisk, ...paths: readonly string[]) {
      disk.pickFiles.mockResolvedValue(paths.map((path) => foundByHandle(path, there.file(path))));
      await session.openFiles();
    },
    editMain(text: string) {
      source.edited(() => text);
      changed();
    },
    project: () => {
      const { text, files, assets } = source.project();
      return {
        main: text,
        files: files.map(({ path, text }) => [path, text]),
        assets: assets.map(({ path }) => path),
      };
    },
  };
}

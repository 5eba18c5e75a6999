import { createStore, type StoreApi } from 'zustand/vanilla';
import { readCarried } from '#core/project/readCarried.ts';
import { assetStore } from '#engine/storage/assets/pageStore.ts';
import { type AssetCommands, createAssetCommands } from '#tools/files/assets/assetCommands.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createFileCommands, type FileCommands } from './fileCommands.ts';
import type { Found } from './openCarried.ts';
import { INITIAL_PROJECT_STATE, type ProjectState } from './state.ts';
import { type DroppedItem, takeDrop, takeFiles } from './takeDrop.ts';

interface ProjectContext {
  readonly workspace: Workspace;
  /** Opens dropped items in place of the project; settles when done or refused. */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  /** Opens a project found in a picture or film; settles when done or refused. */
  openCarried(file: File, found: Found): Promise<void>;
}

export interface ProjectSession {
  readonly workspace: Workspace;
  readonly store: StoreApi<ProjectState>;
  readonly files: FileCommands;
  readonly assets: AssetCommands;
  /** Opens dropped items, or adds them to the project. */
  drop(items: readonly DroppedItem[]): Promise<void>;
  /** Opens pasted pictures and films, or adds them to the project. */
  paste(files: readonly File[]): Promise<void>;
}

export function createProjectSession(context: ProjectContext): ProjectSession {
  const { workspace, openDropped } = context;
  const openCarried = async (file: File) => {
    const found = await readCarried(file);
    if (found.kind === 'nothing') return false;
    await context.openCarried(file, found);
    return true;
  };
  const store = createStore<ProjectState>(() => INITIAL_PROJECT_STATE);
  const files = createFileCommands(workspace, store);
  // Notices and naming refer to files of the previous project.
  workspace.store.subscribe((state, before) => {
    if (state.files !== before.files && !files.isChanging()) store.setState(INITIAL_PROJECT_STATE);
  });
  const assets = createAssetCommands(workspace, assetStore);
  const takers = { openDropped, openCarried, addAssets: assets.add };
  return {
    ...{ workspace, store, files, assets },
    drop: (items) => takeDrop(items, takers),
    paste: (pasted) => takeFiles(pasted, takers),
  };
}

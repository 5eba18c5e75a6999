import type { StoreApi } from 'zustand/vanilla';
import type { Draft, TextPlace } from '#core/project/draft.ts';
import { projectIdentity } from '#core/project/project.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Source } from './source.ts';

const START: TextPlace = { anchor: 0, head: 0, top: 0 };

/** All that the tab holds now. */
export interface CurrentDraft {
  read(): Draft;
  /** Whether the text is another than the one that was opened. */
  isEdited(): boolean;
  /** The text was opened, with the rest of a draft if there is one. */
  opened(draft: Draft | null): void;
  placeChanged(read: () => TextPlace): void;
}

export function createCurrentDraft(
  { getState }: StoreApi<WorkspaceState>,
  source: Source,
): CurrentDraft {
  /** The identity of what was opened; null if the text is a draft that had been edited, or none was opened yet. */
  let original: string | null = null;
  let readPlace = () => START;
  return {
    isEdited: () => source.identity() !== original,
    read() {
      const { demo, givenName, target, profile, entryPoint, resolution } = getState();
      const { activeTab, openTool } = getState();
      const { uniformValues, animations, seed, pace } = getState();
      const project = source.project();
      const shown = project.files.find(({ id }) => id === getState().activeFile);
      const rest = { target, profile, entryPoint, resolution, activeTab, openTool };
      const moving = { uniformValues, animations, seed, pace };
      const origin = { uri: source.uri(), foreign: source.isForeign(), lineage: source.lineage() };
      const edited = projectIdentity(project) !== original;
      const activeFile = shown?.path ?? null;
      return {
        ...project,
        ...origin,
        activeFile,
        demo,
        givenName,
        edited,
        place: readPlace(),
        ...rest,
        ...moving,
      };
    },
    opened(draft) {
      original = draft?.edited ? null : source.identity();
      const place = draft?.place ?? START;
      readPlace = () => place;
    },
    placeChanged(read) {
      readPlace = read;
    },
  };
}

const KEPT_PARTS = [
  'target',
  'profile',
  'entryPoint',
  'uniformValues',
  'animations',
  'seed',
  'pace',
  'resolution',
  'activeTab',
  'openTool',
  'demo',
  'givenName',
  'files',
  'assets',
  'activeFile',
] as const;

/** Whether a part of the draft that the store holds has changed. */
export function keptPartsChanged(state: WorkspaceState, before: WorkspaceState): boolean {
  return KEPT_PARTS.some((part) => state[part] !== before[part]);
}

import type { StoreApi } from 'zustand/vanilla';
import { projectIdentity } from '#program/project/project.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Draft, TextPlace } from './draft.ts';
import type { SourceReader } from './sourceReader.ts';

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
  source: SourceReader,
): CurrentDraft {
  /** The identity of what was opened; null if the text is a draft that had been edited, or none was opened yet. */
  let original: string | null = null;
  let readPlace = () => START;
  return {
    isEdited: () => source.identity() !== original,
    read() {
      const { demo, target, profile, entryPoint } = getState();
      const { uniformValues, resolution, activeTab } = getState();
      const project = source.project();
      const shown = project.files.find(({ id }) => id === getState().activeFile);
      const rest = { target, profile, entryPoint, uniformValues, resolution, activeTab };
      const origin = { uri: source.uri(), foreign: source.isForeign(), lineage: source.lineage() };
      const edited = projectIdentity(project) !== original;
      const activeFile = shown?.path ?? null;
      return { ...project, ...origin, activeFile, demo, edited, place: readPlace(), ...rest };
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

/** Whether a part of the draft that the store holds has changed. */
export function keptPartsChanged(state: WorkspaceState, before: WorkspaceState): boolean {
  return (
    state.target !== before.target ||
    state.profile !== before.profile ||
    state.entryPoint !== before.entryPoint ||
    state.uniformValues !== before.uniformValues ||
    state.resolution !== before.resolution ||
    state.activeTab !== before.activeTab ||
    state.demo !== before.demo ||
    state.files !== before.files ||
    state.assets !== before.assets ||
    state.activeFile !== before.activeFile
  );
}

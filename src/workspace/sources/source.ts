import type { StoreApi } from 'zustand/vanilla';
import {
  type OpenFile,
  type OpenProject,
  openedProject,
  openFiles,
} from '#core/project/openFile.ts';
import { type Asset, MAIN_FILE_ID, projectIdentity } from '#core/project/project.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import type { SourceOpening } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** The current project and its origin. Texts are read from the editor only when needed. */
export interface Source {
  text(): string;
  files(): readonly OpenFile[];
  project(): OpenProject;
  /** Equal if and only if the projects are equal. For a single file, the identity is its text. */
  identity(): string;
  /** The address that relative addresses in the text resolve against. */
  uri(): string;
  /** Whether the text comes from a link. */
  isForeign(): boolean;
  /** Whether the project is one of the site's demos, unchanged. */
  isSiteDemo(): boolean;
  /** Shared by all versions of the text; see `NewVersion`. */
  lineage(): string;
  startLineage(): void;
  /** Replaces the project; returns the opened one, with the editor's line breaks. */
  open(source: SourceOpening, revision: number): OpenProject;
  /**
   * The main file was edited.
   *
   * @param revision the opening that its text derives from: undo may go back to an earlier opening,
   * whose other files are then restored too
   */
  edited(read: () => string, revision?: number): void;
  fileEdited(id: number, read: () => string): void;
  isAsOpened(): boolean;
}

interface Origin {
  readonly uri: string;
  readonly foreign: boolean;
  readonly lineage: string;
  readonly givenName: string | null;
  /** The other files and the assets when another project replaced this one. */
  readonly files: readonly OpenFile[];
  readonly assets: readonly Asset[];
}

export function createSource({ getState, setState }: StoreApi<WorkspaceState>): Source {
  /** By revision of the opening. */
  const origins = new Map<number, Origin>();
  /** By id of the edited file. */
  const readers = new Map<number, () => string>();
  let read = () => '';
  let origin: Origin = {
    ...{ uri: '', foreign: false, lineage: uniqueName(), givenName: null },
    ...{ files: [], assets: [] },
  };
  let newest = 0;
  let opened = '';
  const files = () =>
    getState().files.map((file) => ({ ...file, text: readers.get(file.id)?.() ?? file.text }));
  const project = () => ({ text: read(), files: files(), assets: getState().assets });
  const identity = () => projectIdentity(project());
  const keepFiles = () => {
    if (origins.has(newest)) {
      const { assets, givenName } = getState();
      origins.set(newest, { ...origin, givenName, files: files(), assets });
    }
  };
  return {
    text: () => read(),
    files,
    project,
    identity,
    uri: () => origin.uri,
    isForeign: () => origin.foreign,
    isSiteDemo: () => getState().demo !== null && identity() === opened,
    lineage: () => origin.lineage,
    isAsOpened: () => identity() === opened,
    startLineage() {
      origin = { ...origin, lineage: uniqueName() };
      origins.set(newest, origin);
    },
    open({ uri, foreign = false, lineage = uniqueName(), givenName = null, ...parts }, revision) {
      keepFiles();
      const { text, files, assets } = openedProject(parts);
      const project = { text, files: openFiles(files), assets };
      read = () => text;
      readers.clear();
      const { files: opening, assets: brought } = project;
      origin = { uri, foreign, lineage, givenName, files: opening, assets: brought };
      origins.set(revision, origin);
      newest = revision;
      opened = projectIdentity(project);
      return project;
    },
    edited(next, revision = newest) {
      const former = origins.get(revision);
      if (revision !== newest && former) {
        keepFiles();
        readers.clear();
        const { files, assets, givenName } = former;
        setState({ files, assets, givenName, activeFile: MAIN_FILE_ID });
        origin = former;
        newest = revision;
      }
      read = next;
    },
    fileEdited: (id, next) => void readers.set(id, next),
  };
}

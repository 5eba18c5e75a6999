import { createStore, type StoreApi } from 'zustand/vanilla';
import { readCarried } from '#core/project/picture/readCarried.ts';
import type { Result } from '#core/util/result.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import type { DroppedItem } from '#tools/files/drop/dropped.ts';
import {
  type Found as FoundProject,
  openingTexts,
  putCarried,
  unpackCarried,
} from '#tools/files/openCarried.ts';
import type { DiskContext } from './diskContext.ts';
import { type DiskState, INITIAL_DISK_STATE } from './diskState.ts';
import { createDownloads } from './downloads.ts';
import { attempt, foundAgain, foundOfDrop, foundOfFiles, foundOfFolder } from './finding.ts';
import { createDiskOpening } from './opening.ts';
import { createOutsideCheck } from './outsideCheck.ts';
import { canBeWritten, placeUri } from './place.ts';
import { createPlaces } from './places.ts';
import type { Found } from './readFound.ts';
import { createSaving, type Saving } from './saveCommands.ts';

/** Opens projects from files, folders and archives, and saves them there. */
export interface DiskSession extends Saving {
  readonly store: StoreApi<DiskState>;
  openFiles(): Promise<void>;
  openFolder(): Promise<void>;
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  /** Opens the project that a picture or film carries. */
  openCarried(file: File, found: FoundProject): Promise<void>;
  /** Saves where the project came from; false if it cannot be written there. */
  saveThere(): Promise<boolean>;
  downloadZip(): Promise<void>;
  /** Answers which file is the main one; null gives up opening, or whatever else is asked. */
  answerMain(path: string | null): void;
  /** Opens the project as it is on disk; what was edited here goes to the history. */
  reload(): Promise<void>;
  /** Downloads what could not be saved. */
  download(): Promise<void>;
  dismissNotice(): void;
  /** Looks whether somebody else has changed the files. */
  checkOutside(): Promise<void>;
}

export function createDiskSession(context: DiskContext): DiskSession {
  const { workspace, disk, contents, base } = context;
  const store = createStore<DiskState>(() => INITIAL_DISK_STATE);
  const places = createPlaces(context);
  const { placeNow, remember } = places;
  workspace.onTextChange(() => {
    if (store.getState().notice?.kind === 'saved') store.setState({ notice: null });
  });
  const newUri = (name: string) => placeUri(base, uniqueName(), name);
  const opening = createDiskOpening({ workspace, contents, store, newUri, remember });
  const open = (find: () => Promise<Result<Found> | null>) => opening.open(() => attempt(find));
  const downloads = createDownloads(context, store, placeNow);
  const saving = createSaving(context, store, { placeNow, remember, download: downloads.any });
  const openCarried = (file: File, found: FoundProject) =>
    opening.openProject({
      name: file.name,
      read: () => unpackCarried(file.name, found, context.unpackCarried),
      put: (project) => putCarried(project, workspace, base),
      texts: (project) => openingTexts(file, project),
    });
  /** A picture by itself is opened if it carries a project. */
  const openChosen = async () => {
    const files = (await disk.pickFiles()) ?? [];
    const [only] = files;
    if (!only || files.length > 1) return foundOfFiles(files);
    const file = await only.read();
    const found = await readCarried(file);
    if (found.kind === 'nothing') return foundOfFiles(files);
    await openCarried(file, found);
    return null;
  };
  return {
    store,
    openCarried,
    openFiles: () => open(openChosen),
    openFolder: () =>
      open(async () => {
        const folder = await disk.pickFolder();
        return folder && foundOfFolder(folder);
      }),
    openDropped: (items) => open(() => foundOfDrop(items)),
    ...saving,
    async save() {
      await places.restored();
      await saving.save();
    },
    async saveThere() {
      await places.restored();
      const place = placeNow();
      if (!place || !canBeWritten(place)) return false;
      await saving.save();
      return true;
    },
    downloadZip: downloads.zip,
    download: downloads.any,
    answerMain: opening.answerMain,
    async reload() {
      const uri = workspace.sourceUri();
      const place = placeNow();
      if (!place) return;
      const find = () => attempt(() => foundAgain(place));
      await opening.open(find, { main: place.main, uri });
    },
    dismissNotice: () => store.setState({ notice: null }),
    checkOutside: createOutsideCheck(context, store, { placeNow, remember }),
  };
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenProject } from '#core/project/openFile.ts';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import { fileStem } from '#core/project/projectName.ts';
import { readCarried } from '#core/project/readCarried.ts';
import type { Result } from '#core/util/result.ts';
import { sha256 } from '#core/util/sha256.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import { assetTypeOf } from '#engine/storage/assets/kinds.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import {
  type Found as FoundProject,
  openingTexts,
  putCarried,
  type UnpackCarried,
  unpackCarried,
} from '#tools/files/openCarried.ts';
import type { DroppedItem } from '#tools/files/takeDrop.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import { sourceFile } from '#workspace/sources/sourceFile.ts';
import type { OnDisk } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { DiskAccess, FileHandle, Found } from './diskAccess.ts';
import { type DiskState, INITIAL_DISK_STATE } from './diskState.ts';
import {
  canBeWritten,
  type DiskFile,
  type DiskPlace,
  type KeptPlaces,
  mainName,
  nameInUri,
  placeUri,
} from './keptPlaces.ts';
import { createDiskOpening } from './opening.ts';
import { packProject } from './projectZip.ts';
import {
  attempt,
  foundAgain,
  foundOfDrop,
  foundOfFiles,
  foundOfFolder,
  listed,
} from './readFound.ts';
import {
  askPermission,
  changedOutside,
  type DiskWrite,
  planSave,
  type SavePlan,
  stampNow,
  writeToDisk,
} from './saving.ts';
import { readSourceText } from './sourceText.ts';
import { known, observed, type Stamp } from './watch.ts';

/** Opens projects from files, folders and archives, and saves them there. */
export interface DiskSession extends Saving {
  readonly store: StoreApi<DiskState>;
  openFiles(): Promise<void>;
  openFolder(): Promise<void>;
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  openCarried(file: File, found: FoundProject): Promise<void>;
  /** Saves the project to its source on disk; false if that is not writable. */
  saveThere(): Promise<boolean>;
  downloadZip(): Promise<void>;
  /** Chooses the main file; null cancels opening, or any other question. */
  answerMain(path: string | null): void;
  /** Reopens the project from disk; unsaved edits go to the history. */
  reload(): Promise<void>;
  /** Downloads the project, since it could not be saved. */
  download(): Promise<void>;
  dismissNotice(): void;
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
  /** If the user chose only a picture or film with a project, opens that project. */
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

function createDownloads(
  { workspace, disk, contents }: DiskContext,
  store: StoreApi<DiskState>,
  placeNow: Places['placeNow'],
) {
  /** The main file’s name on disk; null if it is not from the disk. */
  const nameOnDisk = () => {
    const place = placeNow();
    return place ? mainName(place) : nameInUri(workspace.sourceUri());
  };
  const zip = async () => {
    const { target, entryPoint, givenName, uniformValues, ...state } = workspace.store.getState();
    const { resolution, seed, animations } = state;
    const view = { uniforms: uniformValues, resolution, seed, animations };
    const settings = { target, entryPoint, name: givenName, ...view };
    const project = workspace.project();
    const main = nameOnDisk() ?? MAIN_FILE;
    store.setState({ working: 'Packing the project…', notice: null });
    const { archive, missing } = await packProject(project, settings, main, contents);
    store.setState({ working: null });
    disk.download(
      new File([archive], `${fileStem(nameOf(workspace))}.zip`, { type: archive.type }),
    );
    if (missing.length === 0) return;
    const names = listed(missing.map(({ path }) => path));
    const text = `The zip leaves out ${names}: this browser does not have the content. Add the file again under its name, then download again.`;
    store.setState({ notice: { kind: 'told', texts: [text] } });
  };
  return {
    zip,
    /** Downloads a single source as it is, and anything more as an archive. */
    async any() {
      const { text, files, assets } = workspace.project();
      if (files.length + assets.length > 0) return zip();
      store.setState({ notice: null });
      const source = sourceFile(text, workspace.sourceUri());
      disk.download(new File([source], nameOnDisk() ?? source.name, source));
    },
  };
}

/**
 * Returns a function that checks whether another program has changed the open files, and reports
 * each change once.
 */
function createOutsideCheck(
  { workspace }: DiskContext,
  store: StoreApi<DiskState>,
  { placeNow, remember }: Places,
): () => Promise<void> {
  let isChecking = false;
  const check = async () => {
    const before = placeNow();
    const { working, question } = store.getState();
    if (!before || working !== null || question !== null) return;
    const uri = workspace.sourceUri();
    const seen = await stampsOf(before);
    const first = observed(before.watch, seen);
    const same = await withSameContent(before, first.changed);
    // A save may have finished in the meantime.
    if (placeNow() !== before) return;
    let watch = first.watch;
    for (const path of same) watch = known(watch, path, seen.get(path) ?? null);
    remember(uri, { ...before, watch });
    const paths = first.changed.filter((path) => !same.includes(path));
    const { notice } = store.getState();
    if (paths.length > 0 && first.isNews) {
      store.setState({ notice: { kind: 'changed-outside', paths } });
    } else if (paths.length === 0 && notice?.kind === 'changed-outside') {
      store.setState({ notice: null });
    }
  };
  return async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await check();
    } finally {
      isChecking = false;
    }
  };
}

async function stampsOf({ files }: DiskPlace): Promise<ReadonlyMap<string, Stamp>> {
  const stamps = new Map<string, Stamp>();
  for (const [path, { handle }] of files) {
    if (handle && (await mayBeRead(handle))) stamps.set(path, await stampNow(handle));
  }
  return stamps;
}

/** Without permission, as after a reload: the browser asks again only at the first save. */
async function mayBeRead(handle: FileHandle): Promise<boolean> {
  return ((await handle.queryPermission?.({ mode: 'read' })) ?? 'granted') === 'granted';
}

/** The files whose content is unchanged although their timestamps differ. */
async function withSameContent(
  { files }: DiskPlace,
  paths: readonly string[],
): Promise<readonly string[]> {
  const same: string[] = [];
  for (const path of paths) {
    const file = files.get(path);
    if (file?.handle && (await hasContent(path, file, file.handle))) same.push(path);
  }
  return same;
}

async function hasContent(path: string, file: DiskFile, handle: FileHandle): Promise<boolean> {
  try {
    const bytes = await (await handle.getFile()).arrayBuffer();
    if (assetTypeOf(path) !== null) return (await sha256(bytes)) === file.content;
    return readSourceText(bytes)?.text === file.content;
  } catch {
    return false;
  }
}

interface Saving {
  /** Saves to where the project came from, or downloads it. */
  save(): Promise<void>;
  /** Answers whether to overwrite changes by another program. */
  answerOverwrite(isWanted: boolean): Promise<void>;
}

/** @param download used for a project that cannot be saved to disk */
function createSaving(
  { workspace, contents }: DiskContext,
  store: StoreApi<DiskState>,
  { placeNow, remember, download }: Places & { download(): Promise<void> },
): Saving {
  let isSaving = false;
  const notSaved = (texts: readonly string[]) =>
    store.setState({ notice: { kind: 'not-saved', texts } });
  const write = async (uri: string, place: DiskPlace, writes: readonly DiskWrite[]) => {
    let now = place;
    const failures: string[] = [];
    for (const each of writes) {
      const written = await writeToDisk(now, each, contents);
      if (written.ok) now = written.value;
      else failures.push(written.error);
    }
    remember(uri, now);
    return failures;
  };
  const save = async (overwrite: boolean) => {
    // While the user is asked for permission, another project may be opened.
    const uri = workspace.sourceUri();
    const place = placeNow();
    if (!place || !canBeWritten(place)) return download();
    store.setState({ notice: null });
    const plan = planSave(place, workspace.project());
    const allowed = await askPermission(place, plan.writes);
    if (!allowed.ok) return notSaved([allowed.error]);
    const paths = overwrite ? [] : await changedOutside(place, plan.writes);
    if (paths.length > 0) return store.setState({ question: { kind: 'overwrite', paths } });
    const failures = await write(uri, place, plan.writes);
    if (plan.withoutFolder.length > 0) failures.push(withoutFolderText(plan));
    if (failures.length > 0) return notSaved(failures);
    return store.setState({ notice: { kind: 'saved', texts: savedTexts(place, plan) } });
  };
  /** Ignores further presses while files are being written. */
  const saveOnce = async (overwrite: boolean) => {
    if (isSaving) return;
    isSaving = true;
    try {
      await save(overwrite);
    } finally {
      isSaving = false;
    }
  };
  return {
    save: () => saveOnce(false),
    async answerOverwrite(isWanted) {
      store.setState({ question: null });
      if (isWanted) await saveOnce(true);
    },
  };
}

function withoutFolderText({ withoutFolder }: SavePlan): string {
  const [is, it] = withoutFolder.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${listed(withoutFolder)} ${is} new and not on your disk. To keep ${it}, download the project, or open its folder next time.`;
}

function savedTexts({ name, kind }: DiskPlace, { writes, leftBehind }: SavePlan): string[] {
  const where = kind === 'folder' ? ` in ${name}` : '';
  const [first] = writes;
  const saved =
    first === undefined
      ? `Your disk already has the newest text${where}.`
      : `Saved ${writes.length === 1 ? first.path : `${writes.length} files`}${where}.`;
  if (leftBehind.length === 0) return [saved];
  return [saved, `Still on your disk, but not in the project: ${listed(leftBehind)}.`];
}

interface OpenPlaces extends Places {
  /** Settles once it is known whether the project was opened from disk in an earlier visit. */
  restored(): Promise<void>;
}

/** Keeps track of where projects are on disk, across visits, and marks unsaved files. */
function createPlaces({ workspace, kept }: DiskContext): OpenPlaces {
  /** By source address. */
  const places = new Map<string, DiskPlace>();
  const placeNow = () => places.get(workspace.sourceUri()) ?? null;
  const mark = createMarks(workspace, placeNow);
  const restore = async () => {
    const uri = workspace.sourceUri();
    if (places.has(uri) || nameInUri(uri) === null) return;
    const place = await kept.get(uri);
    if (!place || places.has(uri)) return;
    places.set(uri, place);
    mark();
  };
  let restoring = restore();
  workspace.store.subscribe(({ opened }, before) => {
    if (opened === before.opened) return;
    restoring = restore();
    mark();
  });
  mark();
  return {
    placeNow,
    restored: () => restoring,
    remember(uri, place) {
      if (places.get(uri)?.files !== place.files) void kept.put(uri, place);
      places.set(uri, place);
      mark();
    },
  };
}

/** Milliseconds from an edit to the comparison with the disk. */
const DELAY = 250;

/**
 * Keeps the list of files with unsaved edits in the workspace's state, for their tabs. Returns a
 * function that updates the list at once, for when the disk has changed.
 */
function createMarks(
  { store, project, sourceUri, onTextChange }: DiskWorkspace,
  placeNow: Places['placeNow'],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    const place = placeNow();
    const next = place ? onDiskOf(place, project()) : withoutPlace(sourceUri());
    if (!isSame(store.getState().onDisk, next)) store.setState({ onDisk: next });
  };
  onTextChange(() => {
    timer ??= setTimeout(update, DELAY);
  });
  return update;
}

/** If the page can no longer access a project's files, the project keeps their name. */
function withoutPlace(uri: string): OnDisk | null {
  const name = nameInUri(uri);
  return name === null ? null : { mainName: name, isWritable: false, unsaved: new Set() };
}

function onDiskOf(place: DiskPlace, { text, files }: OpenProject): OnDisk {
  const isWritable = canBeWritten(place);
  const all = [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files];
  const unsaved = all.filter(
    ({ path, text }) => place.files.get(place.paths.toDisk(path))?.content !== text,
  );
  return {
    mainName: mainName(place),
    isWritable,
    unsaved: new Set(isWritable ? unsaved.map(({ id }) => id) : []),
  };
}

function isSame(one: OnDisk | null, other: OnDisk | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.mainName === other.mainName &&
    one.isWritable === other.isWritable &&
    one.unsaved.size === other.unsaved.size &&
    [...one.unsaved].every((id) => other.unsaved.has(id))
  );
}

interface Places {
  /** Where the open project came from; null if not from the disk. */
  placeNow(): DiskPlace | null;
  remember(uri: string, place: DiskPlace): void;
}

type DiskWorkspace = Pick<
  Workspace,
  'store' | 'project' | 'sourceUri' | 'openSource' | 'selectTarget' | 'onTextChange'
>;

interface DiskContext {
  readonly workspace: DiskWorkspace;
  readonly disk: DiskAccess;
  readonly contents: AssetStore;
  readonly kept: KeptPlaces;
  readonly base: string;
  readonly unpackCarried: UnpackCarried;
}

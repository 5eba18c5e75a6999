import type { StoreApi } from 'zustand/vanilla';
import type { LinkedProject } from '#core/project/links/linkService.ts';
import { checkFilePath, checkPath } from '#core/project/names.ts';
import type { Asset, ProjectFile } from '#core/project/project.ts';
import type { RunView } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { importAsset } from '#engine/storage/assets/importAsset.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { Found } from './diskAccess.ts';
import { diskPaths } from './diskPaths.ts';
import type { DiskState } from './diskState.ts';
import { type DiskFile, type DiskPlace, mainName } from './keptPlaces.ts';
import { type ReadFile, type ReadFound, type ReadSource, readFound } from './readFound.ts';
import type { DiskSettings } from './settings.ts';
import { PLAIN_FORMAT } from './sourceText.ts';
import { type Stamp, stampOf, startWatch } from './watch.ts';

interface ProjectOpening {
  /** Name of the source being read, for messages. */
  readonly name: string;
  read(): Promise<Result<LinkedProject>>;
  put(project: LinkedProject): void;
  /** The sentences that report the outcome. */
  texts(project: Result<LinkedProject>): readonly string[];
}

interface OpenedAgain {
  readonly main: string;
  readonly uri: string;
}

interface OpeningContext {
  readonly workspace: Pick<Workspace, 'store' | 'openSource' | 'selectTarget'>;
  readonly contents: AssetStore;
  readonly store: StoreApi<DiskState>;
  newUri(name: string): string;
  /** Records where the project with this address is on disk. */
  remember(uri: string, place: DiskPlace): void;
}

/** Replaces the open project with a project from the disk. */
export function createDiskOpening(context: OpeningContext) {
  const { store } = context;
  let newest = 0;
  let answer: ((path: string | null) => void) | null = null;
  const askMain = (paths: readonly string[]) => {
    return new Promise<string | null>((resolve) => {
      answer = resolve;
      store.setState({ question: { kind: 'main', paths } });
    });
  };
  const answerMain = (path: string | null) => {
    store.setState({ question: null });
    answer?.(path);
    answer = null;
  };
  /** Null if the user cancels. */
  const mainOf = async (read: ReadFound, again?: OpenedAgain) => {
    const wanted = again?.main ?? read.settings?.main;
    const named = read.sources.find(({ path }) => path === wanted);
    if (named) return ok(named);
    if (again) {
      return fail(
        `${again.main} can no longer be read, so the project stays as it is. Save writes the file again.`,
      );
    }
    const choice = chooseMain(
      read.sources.map(({ path, source }) => ({ path, text: source.text })),
    );
    const path = choice.kind === 'found' ? choice.path : await askMain(choice.paths);
    const main = read.sources.find((source) => source.path === path);
    return main ? ok(main) : null;
  };
  /** Returns a function that tells whether this opening is still the newest. */
  const begin = () => {
    newest += 1;
    const own = newest;
    answerMain(null);
    store.setState({ notice: null });
    return () => own === newest;
  };
  return {
    /** Answers which file is the main one; null cancels opening. */
    answerMain,
    /** Opens a project that has no files on disk, such as one from a picture. */
    async openProject({ name, read, put, texts }: ProjectOpening) {
      const isNewest = begin();
      store.setState({ working: `Reading ${name}…` });
      const project = await read();
      if (!isNewest()) return;
      if (project.ok) put(project.value);
      store.setState({ working: null, notice: { kind: 'told', texts: texts(project) } });
    },
    /**
     * Cancels any earlier opening. The open project goes to the history.
     *
     * @param again the main file's path and the place's address, for a reload
     */
    async open(find: () => Promise<Result<Found> | null>, again?: OpenedAgain) {
      const isNewest = begin();
      const opened = await read(find, (all) => mainOf(all, again), { ...context, isNewest });
      if (!isNewest()) return;
      store.setState({ working: null });
      if (opened === null) return;
      if (opened.ok) put(opened.value, context, again);
      else store.setState({ notice: { kind: 'told', texts: [opened.error] } });
    },
  };
}

interface Reading extends OpeningContext {
  isNewest(): boolean;
}

interface Opened extends Arranged {
  readonly isForeign: boolean;
  readonly settings: ReadFound['settings'];
}

type ChooseMain = (read: ReadFound) => Promise<Result<ReadSource> | null>;

/** Null if the user cancels or a newer opening begins. */
async function read(
  find: () => Promise<Result<Found> | null>,
  choose: ChooseMain,
  { store, contents, isNewest }: Reading,
): Promise<Result<Opened> | null> {
  const found = await find();
  if (!found?.ok || !isNewest()) return found?.ok === false ? found : null;
  store.setState({ working: `Reading ${found.value.name}…` });
  const sources = await readFound(found.value);
  if (!sources.ok || !isNewest()) return sources.ok ? null : sources;
  const main = await choose(sources.value);
  if (!main?.ok || !isNewest()) return main?.ok === false ? main : null;
  const arranged = await arrange(found.value, sources.value, main.value, contents);
  const { settings } = sources.value;
  return ok({ ...arranged, settings, isForeign: found.value.kind === 'zip' });
}

function put(opened: Opened, context: OpeningContext, again?: OpenedAgain): void {
  const { text, files, assets, place, notes, settings, isForeign: foreign } = opened;
  const { workspace, store } = context;
  const uri = again?.uri ?? context.newUri(mainName(place));
  context.remember(uri, place);
  if (notes.length > 0) store.setState({ notice: { kind: 'told', texts: notes } });
  const state = workspace.store.getState();
  const view = again ? { ...settingsIn(state), frame: null } : settings && viewOf(settings);
  const entryPoint = again ? state.entryPoint : (settings?.entryPoint ?? null);
  const givenName = again ? state.givenName : (settings?.name ?? null);
  const origin = { uri, foreign, givenName, demo: null };
  void workspace.openSource({ text, files, assets, ...origin, entryPoint, view });
  if (settings?.target && !again) workspace.selectTarget(settings.target);
}

function settingsIn({ uniformValues, resolution, seed, animations }: WorkspaceState) {
  return { uniformValues, resolution, seed, animations };
}

function viewOf({ uniforms, resolution, seed, animations }: DiskSettings): RunView {
  return { uniformValues: uniforms, resolution, seed, animations, frame: null };
}

type MainChoice =
  | { readonly kind: 'found'; readonly path: string }
  /** The user must choose. */
  | { readonly kind: 'ask'; readonly paths: readonly string[] };

/** Names of main files, in order of preference. */
const MAIN_NAMES = ['user.slang', 'main.slang'];

/** An entry point, or an old form of one for which there is a lint. */
const ENTRY_POINT = /\[\s*shader\s*\(|\b(?:imageMain|printMain)\s*\(/;

const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Chooses the main file: by its name, or as the only file with an entry point.
 *
 * @param sources at least one
 */
export function chooseMain(sources: readonly ProjectFile[]): MainChoice {
  const [only] = sources;
  if (only && sources.length === 1) return { kind: 'found', path: only.path };
  for (const name of MAIN_NAMES) {
    const named = sources.find(({ path }) => path === name);
    if (named) return { kind: 'found', path: named.path };
  }
  const running = sources.filter(({ text }) => ENTRY_POINT.test(text.replaceAll(COMMENT, ' ')));
  const [first] = running;
  if (first && running.length === 1) return { kind: 'found', path: first.path };
  const possible = running.length > 0 ? running : sources;
  return { kind: 'ask', paths: possible.map(({ path }) => path) };
}

interface Arranged {
  readonly text: string;
  readonly files: readonly ProjectFile[];
  readonly assets: readonly Asset[];
  readonly place: DiskPlace;
  /** Sentences about files that were left out, with the reasons. */
  readonly notes: readonly string[];
}

/** Makes a project from the files read. Leaves out files that a project cannot contain. */
async function arrange(
  { kind, name, folder }: Found,
  { sources, assets, notes }: ReadFound,
  main: ReadSource,
  contents: AssetStore,
): Promise<Arranged> {
  const others = sources.filter((source) => source !== main);
  const { toProject } = diskPaths(main.path, []);
  const files: ProjectFile[] = [];
  const kept: Asset[] = [];
  const left: string[] = [];
  const onDisk = new Map<string, DiskFile>([[main.path, diskFile(main)]]);
  const stamps = new Map<string, Stamp>([[main.path, stampOf(main.file)]]);
  const taken = () => [...files, ...kept].map(({ path }) => path);
  const remember = ({ path, file }: ReadFile, known: DiskFile) => {
    onDisk.set(path, known);
    stamps.set(path, stampOf(file));
  };
  for (const source of others) {
    const path = toProject(source.path);
    const checked = checkFilePath(path, taken());
    if (!checked.ok) left.push(`${source.path} is left out. ${checked.error}`);
    else {
      files.push({ path, text: source.source.text });
      remember(source, diskFile(source));
    }
  }
  for (const each of assets) {
    const path = toProject(each.path);
    const checked = checkPath(path, taken());
    const imported = checked.ok
      ? await importAsset({ path, content: each.file }, kept, contents)
      : checked;
    if (!imported.ok) left.push(`${each.path} is left out. ${imported.error}`);
    else {
      kept.push(imported.value.asset);
      const content = imported.value.asset.hash;
      remember(each, { handle: each.handle, content, format: PLAIN_FORMAT });
    }
  }
  // Without the files that were left out, which have no path in the project.
  const paths = diskPaths(main.path, [...onDisk.keys()]);
  const watch = startWatch(stamps);
  return {
    text: main.source.text,
    files,
    assets: kept,
    place: { kind, name, folder, main: main.path, paths, files: onDisk, watch },
    notes: [...notes, ...left],
  };
}

function diskFile({ handle, source }: ReadSource): DiskFile {
  return { handle, content: source.text, format: source.format };
}

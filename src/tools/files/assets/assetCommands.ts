import { createStore, type StoreApi } from 'zustand/vanilla';
import { readNpy } from '#core/data/readNpy.ts';
import type { TextChange } from '#core/project/edits.ts';
import { importInsertion } from '#core/project/mentions.ts';
import { withEditorLineBreaks } from '#core/project/openFile.ts';
import { type Asset, MAIN_FILE_ID } from '#core/project/project.ts';
import { readReferences } from '#core/source/moduleGraph.ts';
import { readTokens } from '#core/source/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  type AssetUse,
  freeNameFor,
  nameFor,
  renamedPath,
  usesOf,
  usesText,
} from '#engine/storage/assets/assetNames.ts';
import { type ImportedAsset, importAsset } from '#engine/storage/assets/importAsset.ts';
import {
  assetTypeOf,
  attributeText,
  DATA_TYPES,
  isImageType,
  isMeshType,
} from '#engine/storage/assets/kinds.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import { isTakenWord } from '#ui/editor/grammars/slang.ts';
import type { Workspace } from '#workspace/workspace.ts';

export interface AssetCommands extends Adding {
  readonly store: StoreApi<AssetsState>;
  setShown(isShown: boolean): void;
  /** Renames an asset; the error says why the name is invalid. */
  rename(asset: Asset, typed: string): Result<void>;
  /** Inserts a declaration of the asset into the main file as one undo step. */
  insert(asset: Asset): Promise<void>;
  /** Asks for confirmation if the program uses the asset. */
  remove(asset: Asset): void;
  undo(): void;
  /** Answers the question; null cancels the action that led to it. */
  answerSameNames(answer: SameNames | null): void;
  answerDelete(isWanted: boolean): void;
  dismissNotice(): void;
  /** Null if this browser does not have the content. */
  read(asset: Asset): Promise<Blob | null>;
  /** Reports that this browser does not have the content. */
  tellMissing(asset: Asset): void;
}

export function createAssetCommands(
  workspace: Pick<Workspace, 'store' | 'project' | 'setAssets' | 'editFiles' | 'reveal'>,
  contents: AssetStore,
): AssetCommands {
  const store = createStore<AssetsState>(() => INITIAL_ASSETS_STATE);
  const list = createAssetListing(workspace);
  const sameNames = createSameNamesQuestion(store);
  const removeNow = (asset: Asset) => {
    const index = list.remove(asset);
    if (index >= 0) tell(store, [`Deleted ${asset.path}.`], [{ asset, index }]);
  };
  workspace.store.subscribe(({ opened }, before) => {
    if (opened.revision === before.opened.revision) return;
    sameNames.answer(null);
    store.setState(INITIAL_ASSETS_STATE);
  });
  return {
    store,
    ...createAdding({ store, list, contents, askSameNames: sameNames.ask }),
    setShown: (isShown) => store.setState({ isShown, notice: null }),
    rename(asset, typed) {
      const others = list.paths().filter((each) => each !== asset.path);
      const path = renamedPath(typed, asset, others);
      if (!path.ok) return path;
      if (path.value === asset.path) return ok(undefined);
      list.rename(asset, path.value);
      const uses = usesOf(asset, workspace.project());
      const names = uses.length === 1 ? 'names' : 'name';
      tell(store, uses.length > 0 ? [`${usesText(uses)} still ${names} ${asset.path}.`] : []);
      return ok(undefined);
    },
    async insert(asset) {
      const isOpen = list.whileOpen();
      const content = isImageType(asset.type) ? null : await contents.get(asset.hash);
      if (!isOpen()) return;
      const { files, ...main } = workspace.project();
      const text = withEditorLineBreaks(main.text);
      const declaration = declarationOf(asset, content, [text, ...files.map((file) => file.text)]);
      const change = declarationInsertion(text, declaration);
      const edit = { id: MAIN_FILE_ID, changes: [change] };
      workspace.editFiles({ files: [edit], label: `Declare ${asset.path}` });
      const before = text.slice(0, change.from) + change.insert.trimEnd();
      const line = before.split('\n').length;
      workspace.reveal({ line, column: 1, length: 0 });
    },
    remove(asset) {
      const uses = usesOf(asset, workspace.project());
      if (uses.length > 0) store.setState({ question: { kind: 'delete', asset, uses } });
      else removeNow(asset);
    },
    undo() {
      const undo = store.getState().notice?.undo ?? [];
      store.setState({ notice: null });
      for (const { asset, index } of undo) list.putBack(asset, index);
    },
    answerSameNames: sameNames.answer,
    answerDelete(isWanted) {
      const { question } = store.getState();
      store.setState({ question: null });
      if (isWanted && question?.kind === 'delete') removeNow(question.asset);
    },
    dismissNotice: () => store.setState({ notice: null }),
    async read({ hash, type }) {
      const content = await contents.get(hash);
      return content && new Blob([content], { type });
    },
    tellMissing: ({ path }) =>
      tell(store, [`This browser does not have the content of ${path}. Replace it with the file.`]),
  };
}

function createSameNamesQuestion(store: StoreApi<AssetsState>) {
  let resolve: ((answer: SameNames | null) => void) | null = null;
  const answer = (chosen: SameNames | null) => {
    if (!resolve) return;
    store.setState({ question: null });
    resolve(chosen);
    resolve = null;
  };
  return {
    answer,
    ask(paths: readonly string[]) {
      answer(null);
      return new Promise<SameNames | null>((settle) => {
        resolve = settle;
        store.setState({ question: { kind: 'same names', paths } });
      });
    },
  };
}

/**
 * A line that declares an image or data, such as `[playground::URL("photo.png")] Texture2D<float4>
 * photo;`, with a name that is not used in the project. For a mesh, the entry points that draw it.
 *
 * @param content of data; unused for images
 * @param texts of all files
 */
export function declarationOf(
  asset: Asset,
  content: ArrayBuffer | null,
  texts: readonly string[],
): string {
  const used = new Set(texts.flatMap((text) => readTokens(text).map((token) => token.text)));
  const isTaken = (name: string) => used.has(name) || isTakenWord(name);
  const name = freeName(asset, isTaken);
  if (isMeshType(asset.type)) return meshDrawing(attributeText(asset), name);
  return `${attributeText(asset)} ${typeOf(asset, content)} ${name};`;
}

/** A vertex entry point that draws a mesh, and the fragment entry point that it needs. */
function meshDrawing(attribute: string, name: string): string {
  return `[shader("vertex")]
${attribute}
float4 ${name}(float3 position : POSITION) : SV_Position
{
    return float4(position.xy, 0.5 - 0.1 * position.z, 1.0);
}

[shader("fragment")]
float4 ${name}Color() : SV_Target
{
    return float4(1.0);
}`;
}

/**
 * The edit that inserts a declaration after the main file's imports, and `import playground` if
 * missing.
 */
export function declarationInsertion(text: string, declaration: string): TextChange {
  const isImported = readReferences(text).mentions.some(({ name }) => name === 'playground');
  const needed = isImported ? '' : 'import playground;\n';
  return importInsertion(text, `${needed}\n${declaration}`);
}

function freeName({ path, type }: Asset, isTaken: (name: string) => boolean): string {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const word = file.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const kind = isImageType(type) ? 'image' : isMeshType(type) ? 'mesh' : 'data';
  const wanted = /^[A-Za-z]/.test(word)
    ? word.slice(0, 1).toLowerCase() + word.slice(1)
    : `${kind}${word}`;
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}${count}`;
  return name;
}

function typeOf({ type }: Asset, content: ArrayBuffer | null): string {
  if (isImageType(type)) return 'Texture2D<float4>';
  const isNpy = type === DATA_TYPES.npy && content !== null;
  return `StructuredBuffer<${isNpy ? elementOf(content) : 'float'}>`;
}

/** The element type that DATA produces for a NumPy array; `uint` for unsupported dtypes. */
function elementOf(content: ArrayBuffer): string {
  const read = readNpy(new Uint8Array(content));
  if (!read.ok || read.value.dtype.kind !== 'number') return 'uint';
  switch (read.value.dtype.code) {
    case '<f4':
    case '<f8':
      return 'float';
    case '<i4':
    case '<i8':
      return 'int';
    default:
      return 'uint';
  }
}

/** What to do with files whose names are already taken in the project. */
type SameNames = 'replace' | 'keep both';

interface Adding {
  /** Adds files one after another. The notice names each rejected file. */
  add(files: readonly File[]): Promise<void>;
  replace(asset: Asset, file: File): Promise<void>;
  /** Adds a file under a path, replacing any asset there. Returns whether it succeeded. */
  put(path: string, file: File): Promise<boolean>;
}

interface AddingParts {
  readonly store: StoreApi<AssetsState>;
  readonly list: AssetListing;
  readonly contents: AssetStore;
  /** Null if the user cancels. */
  askSameNames(paths: readonly string[]): Promise<SameNames | null>;
}

function createAdding({ store, list, contents, askSameNames }: AddingParts): Adding {
  const notKept = createKeepingNotice();
  const read = async (file: File, path: string) =>
    importAsset({ path, content: file }, list.without(path), contents);
  const add = async (files: readonly File[], isOpen: () => boolean) => {
    store.setState({ isShown: true, notice: null });
    const taken = new Set(list.all().map(({ path }) => path));
    const same = files.map(({ name }) => nameFor(name)).filter((name) => taken.has(name));
    const chosen = same.length > 0 ? await askSameNames([...new Set(same)]) : 'keep both';
    if (chosen === null || !isOpen()) return;
    const told: string[] = [];
    const replaced: RemovedAsset[] = [];
    for (const [done, file] of files.entries()) {
      store.setState({ reading: { name: file.name, done, total: files.length } });
      const imported = await read(file, pathFor(file, chosen, list.paths()));
      if (!isOpen()) return;
      const before = imported.ok ? list.put(imported.value.asset) : null;
      if (before) {
        replaced.push(before);
        told.push(`Replaced ${before.asset.path}.`);
      }
      told.push(...(imported.ok ? notKept(imported.value) : [imported.error]));
    }
    store.setState({ reading: null });
    tell(store, told, replaced);
  };
  const replace = async (asset: Asset, file: File, isOpen: () => boolean) => {
    const fits = checkReplacement(asset, file);
    if (!fits.ok) return tell(store, [fits.error]);
    await put(asset.path, file, isOpen);
  };
  const put = async (path: string, file: File, isOpen: () => boolean) => {
    store.setState({ reading: { name: file.name, done: 0, total: 1 }, notice: null });
    const imported = await read(file, path);
    if (!isOpen()) return false;
    store.setState({ reading: null });
    if (imported.ok) {
      const before = list.put(imported.value.asset);
      const replaced = before ? [`Replaced ${path} with ${file.name}.`] : [];
      tell(store, [...replaced, ...notKept(imported.value)], before ? [before] : []);
    } else tell(store, [imported.error]);
    return imported.ok;
  };
  let last: Promise<unknown> = Promise.resolve();
  /**
   * Runs jobs one at a time, so that two files cannot get the same name. Jobs are dropped if
   * another project is opened.
   */
  const inTurn = <Done>(work: (isOpen: () => boolean) => Promise<Done>) => {
    const isOpen = list.whileOpen();
    const done = last.then(() => (isOpen() ? work(isOpen) : undefined));
    last = done;
    return done;
  };
  return {
    add: async (files) => (files.length > 0 ? inTurn((isOpen) => add(files, isOpen)) : undefined),
    replace: (asset, file) => inTurn((isOpen) => replace(asset, file, isOpen)),
    async put(path, file) {
      store.setState({ isShown: true });
      return (await inTurn((isOpen) => put(path, file, isOpen))) ?? false;
    },
  };
}

/** Reports once that the browser does not keep contents. */
function createKeepingNotice() {
  let isTold = false;
  return ({ notKept: reason }: ImportedAsset): string[] => {
    if (reason === null || isTold) return [];
    isTold = true;
    return [
      `${reason} New images and data stay until you close the page. To keep them, download the project.`,
    ];
  };
}

function pathFor({ name }: File, chosen: SameNames, taken: readonly string[]): string {
  const wanted = nameFor(name);
  return chosen === 'replace' && taken.includes(wanted) ? wanted : freeNameFor(name, taken);
}

/** An image may be replaced by one in another format, since browsers detect the actual format. */
function checkReplacement({ path, type }: Asset, { name }: File): Result<void> {
  const other = assetTypeOf(name);
  const isPicture = (each: string | null) =>
    each !== null && isImageType(each) && !each.includes('svg');
  if (other === type || (isPicture(other) && isPicture(type))) return ok(undefined);
  const extension = path.slice(path.lastIndexOf('.'));
  return fail(
    `${name} cannot replace ${path}, which is read as ${extension}. Add it as a file of its own.`,
  );
}

type AssetListing = ReturnType<typeof createAssetListing>;

function createAssetListing({ store, setAssets }: Pick<Workspace, 'store' | 'setAssets'>) {
  const all = () => store.getState().assets;
  const indexOf = (path: string) => all().findIndex((asset) => asset.path === path);
  const put = (asset: Asset) => {
    const index = indexOf(asset.path);
    const before = all()[index];
    setAssets(before ? all().with(index, asset) : [...all(), asset]);
    return before ? { asset: before, index } : null;
  };
  return {
    all,
    paths: (): string[] => [...store.getState().files, ...all()].map(({ path }) => path),
    without: (path: string): readonly Asset[] => all().filter((asset) => asset.path !== path),
    /** Adds an asset, or replaces the one with its path and returns it. */
    put,
    rename: ({ path }: Asset, next: string) =>
      setAssets(all().map((asset) => (asset.path === path ? { ...asset, path: next } : asset))),
    /** Returns the asset's former index; -1 if it was not in the list. */
    remove({ path }: Asset): number {
      const index = indexOf(path);
      if (index >= 0) setAssets(all().toSpliced(index, 1));
      return index;
    },
    putBack(asset: Asset, index: number) {
      if (indexOf(asset.path) >= 0) put(asset);
      else setAssets(all().toSpliced(index, 0, asset));
    },
    /** Returns a function that tells whether the same project is still open. */
    whileOpen(): () => boolean {
      const { revision } = store.getState().opened;
      return () => store.getState().opened.revision === revision;
    },
  };
}

interface AssetsState {
  readonly isShown: boolean;
  /** The file being read; null if none. */
  readonly reading: Reading | null;
  /** Shown until the user closes it. */
  readonly notice: AssetsNotice | null;
  readonly question: AssetsQuestion | null;
}

interface Reading {
  readonly name: string;
  /** Number of files read before this one. */
  readonly done: number;
  readonly total: number;
}

interface AssetsNotice {
  /** Each is a sentence. */
  readonly texts: readonly string[];
  /** What Undo restores; empty if there is nothing to undo. */
  readonly undo: readonly RemovedAsset[];
}

interface RemovedAsset {
  readonly asset: Asset;
  readonly index: number;
}

export type AssetsQuestion =
  | { readonly kind: 'delete'; readonly asset: Asset; readonly uses: readonly AssetUse[] }
  /** The names of new files are already taken. */
  | { readonly kind: 'same names'; readonly paths: readonly string[] };

const INITIAL_ASSETS_STATE: AssetsState = {
  isShown: false,
  reading: null,
  notice: null,
  question: null,
};

/** Replaces the notice with these sentences; without any, closes it. */
function tell(
  store: StoreApi<AssetsState>,
  texts: readonly string[],
  undo: readonly RemovedAsset[] = [],
): void {
  store.setState({ notice: texts.length > 0 ? { texts, undo } : null });
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { withEditorLineBreaks } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import { ok, type Result } from '#core/util/result.ts';
import { renamedPath } from '#engine/storage/assets/assetNames.ts';
import { usesOf, usesText } from '#engine/storage/assets/assetUses.ts';
import { isImageType } from '#engine/storage/assets/kinds.ts';
import type { AssetStore } from '#engine/storage/assets/store.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { type Adding, createAdding, type SameNames } from './addAssets.ts';
import { createAssetListing } from './assetList.ts';
import { type AssetsState, INITIAL_ASSETS_STATE, tell } from './assetsState.ts';
import { declarationInsertion, declarationOf } from './declaration.ts';

/** What can be done with the images and data of the project. */
export interface AssetCommands extends Adding {
  readonly store: StoreApi<AssetsState>;
  setShown(isShown: boolean): void;
  /** Gives an asset another name; the error says why it cannot have it. */
  rename(asset: Asset, typed: string): Result<void>;
  /** Writes the line that declares the asset into the main file, as one undo step. */
  insert(asset: Asset): Promise<void>;
  /** Asks first if the program uses it. */
  remove(asset: Asset): void;
  undo(): void;
  /** Answers the question; null gives up what led to it. */
  answerSameNames(answer: SameNames | null): void;
  answerDelete(isWanted: boolean): void;
  dismissNotice(): void;
  /** The content, for a picture or a download; null if this browser does not have it. */
  read(asset: Asset): Promise<Blob | null>;
  /** Says that this browser does not have the content. */
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

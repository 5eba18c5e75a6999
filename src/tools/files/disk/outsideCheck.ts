import type { StoreApi } from 'zustand/vanilla';
import { sha256 } from '#core/util/sha256.ts';
import { assetTypeOf } from '#engine/storage/assets/kinds.ts';
import type { FileHandle } from './diskAccess.ts';
import type { DiskContext, Places } from './diskContext.ts';
import type { DiskState } from './diskState.ts';
import type { DiskFile, DiskPlace } from './place.ts';
import { stampNow } from './saving.ts';
import { readSourceText } from './sourceText.ts';
import { known, observed, type Stamp } from './watch.ts';

/** Returns what checks whether another program has changed the open files, and says so once. */
export function createOutsideCheck(
  { workspace }: Pick<DiskContext, 'workspace'>,
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
    // A save may have ended meanwhile.
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

/** After a reload, the browser asks the user again at the first save. */
async function mayBeRead(handle: FileHandle): Promise<boolean> {
  return ((await handle.queryPermission?.({ mode: 'read' })) ?? 'granted') === 'granted';
}

/** The files whose content is the same, although their time changed. */
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

import type { StoreApi } from 'zustand/vanilla';
import type { DiskContext, Places } from './diskContext.ts';
import type { DiskState } from './diskState.ts';
import { listed } from './listed.ts';
import { canBeWritten, type DiskPlace } from './place.ts';
import {
  askPermission,
  changedOutside,
  type DiskWrite,
  planSave,
  type SavePlan,
  writeToDisk,
} from './saving.ts';

export interface Saving {
  /** Saves where the project came from, or downloads it. */
  save(): Promise<void>;
  /** Answers whether to save over what somebody else has written. */
  answerOverwrite(isWanted: boolean): Promise<void>;
}

/** @param download keeps a project that has no place to be saved to */
export function createSaving(
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
    // Another project may be opened while the user is asked.
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
  /** A second press while files are written would write them twice. */
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

import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { OpenProject } from '#core/project/openFile.ts';
import type { OnDisk } from '#workspace/state.ts';
import type { DiskContext, DiskWorkspace, Places } from './diskContext.ts';
import { canBeWritten, type DiskPlace, mainName, nameInUri } from './place.ts';

export interface OpenPlaces extends Places {
  /** Settles once it is known whether an earlier visit opened the project from the disk. */
  restored(): Promise<void>;
}

/** Remembers where projects are on disk, also for later visits, and marks what is not saved there. */
export function createPlaces({ workspace, kept }: DiskContext): OpenPlaces {
  /** By the addresses of the sources that were opened from them. */
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

/** How long after an edit the texts are compared with the disk, in milliseconds. */
const DELAY = 250;

/**
 * Keeps in the workspace's state which files have edits that the disk doesn't have, for their tabs.
 * Returns what brings it up to date at once, for when the disk has changed.
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

/** A project whose files the page can no longer reach keeps the name that they have. */
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

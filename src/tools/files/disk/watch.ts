/** What shows that a file has changed. Null for a file that can no longer be read. */
export type Stamp = { readonly size: number; readonly lastModified: number } | null;

type Stamps = ReadonlyMap<string, Stamp>;

/** What is known of the open files, by their paths on disk. */
export interface Watch {
  /** As the page has read or written them. */
  readonly own: Stamps;
  /** As they were when the user was told of their changes. */
  readonly told: Stamps;
}

export interface Watched {
  readonly watch: Watch;
  /** Files that somebody else has changed. */
  readonly changed: readonly string[];
  /** Whether the user has not yet been told of some of them. */
  readonly isNews: boolean;
}

export function stampOf({ size, lastModified }: File): Stamp {
  return { size, lastModified };
}

/** Starts to watch files that were just read. */
export function startWatch(own: Stamps): Watch {
  return { own, told: new Map() };
}

/** Compares the files with what is known of them. A change is news once. */
export function observed(watch: Watch, seen: Stamps): Watched {
  const changed = [...seen.keys()].filter((path) => {
    const own = watch.own.get(path);
    return own !== undefined && !isSame(own, seen.get(path) ?? null);
  });
  const told = new Map(changed.map((path) => [path, seen.get(path) ?? null]));
  const isNews = changed.some((path) => {
    const before = watch.told.get(path);
    return before === undefined || !isSame(before, seen.get(path) ?? null);
  });
  return { watch: { own: watch.own, told }, changed, isNews };
}

/** The file is known as it is now: the page wrote it, or it has the same content as before. */
export function known(watch: Watch, path: string, stamp: Stamp): Watch {
  const told = new Map(watch.told);
  told.delete(path);
  return { own: new Map(watch.own).set(path, stamp), told };
}

export function isSame(one: Stamp, other: Stamp): boolean {
  return one?.size === other?.size && one?.lastModified === other?.lastModified;
}

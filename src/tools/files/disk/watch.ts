/** Detects changes to a file. Null for a file that can no longer be read. */
export type Stamp = { readonly size: number; readonly lastModified: number } | null;

type Stamps = ReadonlyMap<string, Stamp>;

/** What the page knows about the open files, by path on disk. */
export interface Watch {
  /** As last read or written by the page. */
  readonly own: Stamps;
  /** As last reported to the user. */
  readonly told: Stamps;
}

export interface Watched {
  readonly watch: Watch;
  /** Files that another program has changed. */
  readonly changed: readonly string[];
  /** Whether some changes have not been reported yet. */
  readonly isNews: boolean;
}

export function stampOf({ size, lastModified }: File): Stamp {
  return { size, lastModified };
}

export function startWatch(own: Stamps): Watch {
  return { own, told: new Map() };
}

/** Finds changed files. Each change counts as news only once. */
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

/** Accepts a file's present state: the page wrote the file, or its content is unchanged. */
export function known(watch: Watch, path: string, stamp: Stamp): Watch {
  const told = new Map(watch.told);
  told.delete(path);
  return { own: new Map(watch.own).set(path, stamp), told };
}

export function isSame(one: Stamp, other: Stamp): boolean {
  return one?.size === other?.size && one?.lastModified === other?.lastModified;
}

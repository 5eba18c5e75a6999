export interface DiskState {
  /** Such as `Reading shaders…`; null while idle. */
  readonly working: string | null;
  readonly notice: DiskNotice | null;
  readonly question: DiskQuestion | null;
}

/** A message that stays until the user closes it or uses its action, except where noted. */
export type DiskNotice =
  | { readonly kind: 'told'; readonly texts: readonly string[] }
  /** Closes at the next edit. */
  | { readonly kind: 'saved'; readonly texts: readonly string[] }
  /** Offers to download the project. */
  | { readonly kind: 'not-saved'; readonly texts: readonly string[] }
  | { readonly kind: 'changed-outside'; readonly paths: readonly string[] };

export type DiskQuestion =
  | { readonly kind: 'main'; readonly paths: readonly string[] }
  /** Saving would overwrite changes by another program. */
  | { readonly kind: 'overwrite'; readonly paths: readonly string[] };

export const INITIAL_DISK_STATE: DiskState = { working: null, notice: null, question: null };

/** What is going on between the project and the disk. */
export interface DiskState {
  /** Such as `Reading shaders…`; null if nothing is under way. */
  readonly working: string | null;
  readonly notice: DiskNotice | null;
  readonly question: DiskQuestion | null;
}

/** A message that stays until the user closes it or does what it offers, unless it says otherwise. */
export type DiskNotice =
  | { readonly kind: 'told'; readonly texts: readonly string[] }
  /** It goes away with the next edit. */
  | { readonly kind: 'saved'; readonly texts: readonly string[] }
  /** Offers a download of what was not saved. */
  | { readonly kind: 'not-saved'; readonly texts: readonly string[] }
  | { readonly kind: 'changed-outside'; readonly paths: readonly string[] };

export type DiskQuestion =
  | { readonly kind: 'main'; readonly paths: readonly string[] }
  /** Saving would replace what somebody else has written. */
  | { readonly kind: 'overwrite'; readonly paths: readonly string[] };

export const INITIAL_DISK_STATE: DiskState = { working: null, notice: null, question: null };

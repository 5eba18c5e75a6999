import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import type { LineIndex } from './links/lineIndex.ts';

/** What is known about the origin of the target code. */
export type LookupState =
  /** The map was not requested yet, or there is no code. */
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'there'; readonly index: LineIndex }
  | { readonly kind: 'failed'; readonly reason: string };

export interface LinkState {
  readonly lookup: LookupState;
  readonly colours: boolean;
}

export interface LinkSession {
  readonly store: StoreApi<LinkState>;
  toggleColours(): void;
  /** Goes to the linked line from the cursor, like the keys. */
  goToCode(): void;
  goToSource(): void;
  dispose: Dispose;
}

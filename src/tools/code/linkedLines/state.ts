import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import type { LineIndex } from './links/lineIndex.ts';

/** What is known of where the shown target code comes from. */
export type LookupState =
  /** Nobody has asked, or there is no code. */
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'there'; readonly index: LineIndex }
  | { readonly kind: 'failed'; readonly reason: string };

export interface LinkState {
  readonly lookup: LookupState;
  /** Whether stripes show the functions. */
  readonly colours: boolean;
}

/** Lights lines in both editors. */
export interface LinkSession {
  readonly store: StoreApi<LinkState>;
  toggleColours(): void;
  /** As the keys do, from the cursors. */
  goToCode(): void;
  goToSource(): void;
  dispose: Dispose;
}

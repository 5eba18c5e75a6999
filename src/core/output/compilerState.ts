export type CompilerState =
  /** How much of its binary has arrived. */
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'ready'; readonly compilerVersion: string }
  /** A new worker replaces one that hung or died. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'failed'; readonly message: string };

/** The received bytes; `total` is null if it is unknown. */
export interface LoadProgress {
  readonly received: number;
  readonly total: number | null;
}

export type CompilerState =
  /** How much of the compiler's binary has arrived. */
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'ready'; readonly compilerVersion: string }
  /** A new worker is replacing one that hung or died. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'failed'; readonly message: string };

/** Bytes received so far; `total` is null if unknown. */
export interface LoadProgress {
  readonly received: number;
  readonly total: number | null;
}

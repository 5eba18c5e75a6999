/** How much of the compiler's binary has arrived, in bytes; `total` is null if nobody says. */
export interface LoadProgress {
  readonly received: number;
  readonly total: number | null;
}

export type CompilerState =
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'ready'; readonly compilerVersion: string }
  /** A new worker takes the place of one that hung or died. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'failed'; readonly message: string };

import type { LoadProgress } from './loadProgress.ts';

export type CompilerState =
  /** How much of its binary has arrived. */
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'ready'; readonly compilerVersion: string }
  /** A new worker replaces one that hung or died. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'failed'; readonly message: string };

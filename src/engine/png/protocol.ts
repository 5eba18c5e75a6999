import type { PngHeader } from './pngWriter.ts';

/** To the worker that writes PNG files. A file's requests have its `id`; several may be under way. */
export type PngRequest = { readonly id: number } & (
  | { readonly kind: 'begin'; readonly header: PngHeader }
  /** Whole rows; see PngWriter. */
  | { readonly kind: 'rows'; readonly pixels: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  /** The file is not wanted any more; nothing answers. */
  | { readonly kind: 'drop' }
);

/** From the worker: one to each `rows` and `end`. */
export type PngAnswer = { readonly id: number } & (
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly reason: string }
);

import { ownValue } from '#core/util/ownValue.ts';

const PREVIEWS = import.meta.glob<string>('./previews/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a starter’s picture, which `scripts/generate/renderThumbnails.ts` renders. */
export function previewOf(id: string): string | undefined {
  return ownValue(PREVIEWS, `./previews/${id}.webp`);
}

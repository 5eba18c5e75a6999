import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import { countText } from '#core/util/countText.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';

/** Such as `1,024 elements` or `512 × 256, 4 layers`; empty for what has no size. */
export function sizeText({ kind, size, layout, isArray }: ResourceEntry): string {
  switch (kind) {
    case 'buffer':
      return layout ? countText(size[0] ?? 0, 'element') : '';
    case 'texture': {
      const [width = 0, height = 0, slices] = size;
      const plane = `${width} × ${height}`;
      if (slices === undefined) return plane;
      return isArray ? `${plane}, ${countText(slices, 'layer')}` : `${plane} × ${slices}`;
    }
    case 'uniforms':
      return layout ? countText(layout.columns.length, 'value') : '';
    case 'sampler':
      return '';
    default:
      return assertNever(kind);
  }
}

/** What the list says below a resource's name. */
export function detailsText(entry: ResourceEntry): string {
  const { kind, bytes, format, readBy, writtenBy, origin } = entry;
  const users = [
    readBy.length > 0 && `read by ${readBy.join(', ')}`,
    writtenBy.length > 0 && `written by ${writtenBy.join(', ')}`,
  ];
  const isUnused = readBy.length + writtenBy.length === 0;
  return [
    format,
    sizeText(entry),
    kind !== 'sampler' && bytesText(bytes),
    // The only sampler that the playground makes.
    kind === 'sampler' && 'linear filter, repeats',
    ...(isUnused ? ['unused'] : users),
    origin,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}

/** A name for a download: characters that file systems refuse are replaced. */
export function fileName(name: string, extension: string): string {
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.${extension}`;
}

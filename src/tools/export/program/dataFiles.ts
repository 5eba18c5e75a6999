import { ownValue } from '#core/util/ownValue.ts';
import type { ExportedProgram } from './exportedProgram.ts';

export interface DataFile {
  /** Path in the archive, inside `files/`. */
  readonly path: string;
  readonly blob: Blob;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
};

/** The program's images and data by address, with portable file names. */
export function dataFiles({
  contents,
}: Pick<ExportedProgram, 'contents'>): ReadonlyMap<string, DataFile> {
  const taken = new Set<string>();
  return new Map(
    Array.from(contents, ([address, blob]) => {
      const name = nameOf(address, blob);
      let path = `files/${name}`;
      for (let count = 2; taken.has(path.toLowerCase()); count += 1)
        path = `files/${count}-${name}`;
      taken.add(path.toLowerCase());
      return [address, { path, blob }];
    }),
  );
}

function nameOf(address: string, { type }: Blob): string {
  const last = /^data:/i.test(address) ? '' : (address.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  const [, stem = '', ending = ''] = /^(.*?)(?:\.(\w{1,8}))?$/.exec(last) ?? [];
  const safe = stem.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60) || 'file';
  return `${safe}.${ending.toLowerCase() || (ownValue(ENDINGS, type) ?? 'bin')}`;
}

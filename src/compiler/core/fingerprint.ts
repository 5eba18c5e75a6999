import type { LibraryModule } from '#compiler/protocol.ts';

/**
 * Names the compiler that made a result: the binary's hash, and one of the library modules (FNV-1a,
 * 32 bits: it tells versions apart and keeps nobody out).
 */
export function fingerprintOf(binarySha256: string, libraries: readonly LibraryModule[]): string {
  let hash = 0x811c9dc5;
  for (const { name, source } of libraries) {
    for (const character of `${name}\0${source}\0`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
  }
  return `${binarySha256.slice(0, 16)}-${hash.toString(16).padStart(8, '0')}`;
}

import { STORAGE_KEYS } from '#shared/storageKeys.ts';
import { textHash } from '#shared/text.ts';
import { storedList } from '#workspace/storedList.ts';

/** Sources that have lost the device or hung the page, remembered in this browser by their hashes. */
export interface DangerousSources {
  has(source: string): boolean;
  add(hashes: readonly string[]): void;
  remove(hash: string): void;
}

/** So many are remembered, those of the last times. */
const MAX_DANGEROUS = 50;

export function createDangerousSources(): DangerousSources {
  const { read, write } = storedList(STORAGE_KEYS.dangerousSources);
  return {
    has: (source) => read().includes(textHash(source)),
    add(hashes) {
      const others = read().filter((hash) => !hashes.includes(hash));
      write([...others, ...hashes].slice(-MAX_DANGEROUS));
    },
    remove(hash) {
      const hashes = read();
      if (hashes.includes(hash)) write(hashes.filter((other) => other !== hash));
    },
  };
}

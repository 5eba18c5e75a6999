import { createLinks } from '#core/project/links/links.ts';
import type { Asset } from '#core/project/project.ts';
import { fail, ok } from '#core/util/result.ts';

export const CAT_ASSET: Asset = {
  path: 'cat.png',
  type: 'image/png',
  size: 4,
  hash: 'hash of cat.png',
};

/**
 * Links that read asset contents from here, by path, and a record of what they store when opened.
 */
export function linksWith(contents: Readonly<Record<string, Uint8Array>> = {}) {
  const kept = new Map<string, Uint8Array>();
  const links = createLinks({
    async read({ path }) {
      const content = contents[path];
      return content ? Uint8Array.from(content).buffer : null;
    },
    async keep({ path, content }) {
      if (path === 'bad.png') return fail('bad.png is empty.');
      kept.set(path, content);
      return ok({ path, type: 'image/png', size: content.byteLength, hash: `hash of ${path}` });
    },
  });
  return { links, kept };
}

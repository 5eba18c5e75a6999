import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Plugin } from 'vite';

const src = path.resolve(import.meta.dirname, '../../src');

/** The components that a module declares, each at the beginning of a line. */
const COMPONENT = /^(export )?function ([A-Z]\w*)/gm;

/** For modules with components: throws in the component that the test breaks, once it does so. */
const BREAKING = `import { useSyncExternalStore as useOutside } from 'react';
function useBreaking(name) {
  const follow = (change) => {
    addEventListener('break', change);
    return () => removeEventListener('break', change);
  };
  const isBroken = useOutside(follow, () => globalThis.brokenComponent === name);
  if (isBroken) throw new Error('broken ' + name);
}`;

/**
 * For the development server: makes each component of the page one that {@link breakComponent} can
 * break while the page is open.
 */
export function breakable(): Plugin {
  return {
    name: 'breakable',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(src) || !/\.tsx(?:\?|$)/.test(id)) return null;
      const wrappers = [...code.matchAll(COMPONENT)].map(
        ([, exported = '', name]) =>
          `${exported}function ${name}(props) { useBreaking('${name}'); return ${name}Itself(props); }`,
      );
      const renamed = code.replaceAll(COMPONENT, 'function $2Itself');
      return { code: [BREAKING, renamed, ...wrappers].join('\n'), map: null };
    },
  };
}

/** Makes a component throw in its next rendering, which comes at once; null makes none throw. */
export async function breakComponent(page: Page, name: string | null): Promise<void> {
  await page.evaluate((brokenComponent) => {
    Object.assign(globalThis, { brokenComponent });
    dispatchEvent(new Event('break'));
  }, name);
}

/** What a part's name stands for where it is no text: where its values are written. */
const COMPUTED_NAMES: Readonly<Record<string, RegExp>> = {
  'TAB_TITLES[tab]': /(?<=TAB_TITLES:[^}]*: ')[^']+(?=')/g,
  // In `DialogButton`.
  label: /(?<=<DialogButton\s[^<>]*label=")[^"]+(?=")/g,
};

/** The names of all parts of the page, from each `<Part name=…>`. */
export function partNames(): readonly string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(src, file), 'utf8'));
  const all = files.join('\n');
  const names = files
    .filter((text) => text.includes('/faults/Part.tsx'))
    .flatMap((text) => text.split(/<Part\b/).slice(1))
    .flatMap((element) => {
      const [, text, computed = element] =
        /^[^<>]*?\bname=(?:"([^"]+)"|\{([^{}]+)\})/.exec(element) ?? [];
      if (text !== undefined) return [text];
      const names = COMPUTED_NAMES[computed];
      if (!names) throw new Error(`This name of a part is not known here: ${computed}`);
      return all.match(names) ?? [];
    });
  return [...new Set(names)].toSorted();
}

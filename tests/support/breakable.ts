import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Plugin } from 'vite';

const src = path.resolve(import.meta.dirname, '../../src');

/** The components that a module declares, each at the start of a line. */
const COMPONENT = /^(export )?function ([A-Z]\w*)/gm;

/** Added to modules with components: throws in the component that the test breaks. */
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
 * Development server plugin that lets {@link breakComponent} break any of the page's components
 * while the page is open.
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

/** Makes a component throw in its next render, which happens immediately; null breaks none. */
export async function breakComponent(page: Page, name: string | null): Promise<void> {
  await page.evaluate((brokenComponent) => {
    Object.assign(globalThis, { brokenComponent });
    dispatchEvent(new Event('break'));
  }, name);
}

/** The names of parts that are literals in `<Part name="…">`. Tools and tabs name other parts. */
export function partNames(): readonly string[] {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/<Part\s[^<>]*?\bname="([^"]+)"/g)])
    .map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

import path from 'node:path';
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { filesOf } from './embedParts.ts';

const root = path.resolve(import.meta.dirname, '../..');

function chunk(fileName: string, modules: readonly string[], imports: readonly string[]) {
  const moduleIds = modules.map((module) => path.join(root, module));
  return { type: 'chunk', fileName, moduleIds, imports } as unknown as Rolldown.OutputChunk;
}

const BUNDLE = [
  chunk('assets/first.js', ['src/a.ts'], []),
  chunk('assets/page.js', ['src/b.ts'], ['assets/first.js', 'assets/start.js']),
  chunk('assets/start.js', ['src/c.ts'], ['assets/shared.js']),
  chunk('assets/shared.js', ['src/d.ts'], ['assets/start.js']),
];

it('lists each file of the modules and of their imports once', () => {
  expect(filesOf(['src/a.ts', 'src/b.ts'], BUNDLE)).toEqual([
    'assets/first.js',
    'assets/page.js',
    'assets/start.js',
    'assets/shared.js',
  ]);
});

it('fails if none of the files contains a module', () => {
  expect(() => filesOf(['src/gone.ts'], BUNDLE)).toThrow('The built site has no src/gone.ts.');
});

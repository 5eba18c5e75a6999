import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adoptInDocuments } from './adoptedStyles.ts';

const module = path.resolve(import.meta.dirname, '../../node_modules/style-mod/src/style-mod.js');

test('The installed style-mod adopts its sheet in documents after the change', async () => {
  const code = adoptInDocuments(await readFile(module, 'utf8'));
  expect(code).toContain('if (root.adoptedStyleSheets && win.CSSStyleSheet)');
  expect(code).not.toContain('!root.head &&');
});

test('A style-mod that mounts in another way stops the build', () => {
  expect(() => adoptInDocuments('export class StyleModule {}')).toThrow('0 times');
});

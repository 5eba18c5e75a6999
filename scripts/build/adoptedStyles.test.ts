import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adoptInDocuments } from './adoptedStyles.ts';

const module = path.resolve(import.meta.dirname, '../../node_modules/style-mod/src/style-mod.js');

test('the patch makes the installed style-mod adopt its sheet in documents', async () => {
  const code = adoptInDocuments(await readFile(module, 'utf8'));
  expect(code).toContain('if (root.adoptedStyleSheets && win.CSSStyleSheet)');
  expect(code).not.toContain('!root.head &&');
});

test('the build fails when style-mod mounts its styles differently', () => {
  expect(() => adoptInDocuments('export class StyleModule {}')).toThrow('0 times');
});

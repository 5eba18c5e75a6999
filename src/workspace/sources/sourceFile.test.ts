import { expect, it } from 'vitest';
import { moduleFile, sourceFile } from './sourceFile.ts';

it('saves the source unchanged under the file name of its address', async () => {
  const file = sourceFile('// Ünïcode ⇒ 🌀\n', 'https://example.test/demos/ocean.slang');
  expect([file.name, await file.text()]).toEqual(['ocean.slang', '// Ünïcode ⇒ 🌀\n']);
  expect(sourceFile('', '').name).toBe('user.slang');
});

it('saves another file of the project under its own name', async () => {
  const file = moduleFile({ path: 'lib/noise.slang', text: 'module noise;\n' });
  expect([file.name, await file.text()]).toEqual(['noise.slang', 'module noise;\n']);
});

import { expect, it } from 'vitest';
import { sourceFile } from './sourceFile.ts';

it('a source is saved as it is, under the name of the file that it came from', async () => {
  const file = sourceFile('// Ünïcode ⇒ 🌀\n', 'https://example.test/demos/ocean.slang');
  expect([file.name, await file.text()]).toEqual(['ocean.slang', '// Ünïcode ⇒ 🌀\n']);
  expect(sourceFile('', '').name).toBe('user.slang');
});

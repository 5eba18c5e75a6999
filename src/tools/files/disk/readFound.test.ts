import { expect, it } from 'vitest';
import { readFound } from './readFound.ts';

const files = (...names: string[]) =>
  names.map((path) => ({
    path,
    handle: { name: path } as unknown as FileSystemFileHandle,
    read: async () => new File(['text'], path),
  }));

const read = (...names: string[]) =>
  readFound({ kind: 'files', name: 'found', files: files(...names), folder: null } as never);

it.each(['a.glsl', 'a.FRAG', 'a.comp'])(
  'opens %s as Slang without saving back to it',
  async (name) => {
    const found = await read(name, 'cat.png');
    expect(found.ok && found.value.sources).toMatchObject([{ path: 'a.slang', handle: null }]);
  },
);

it('leaves shaders in other languages out of a project', async () => {
  const found = await read('a.slang', 'b.glsl');
  expect(found.ok && found.value.sources.map(({ path }) => path)).toEqual(['a.slang']);
  const two = await read('a.glsl', 'b.glsl');
  expect(two).toMatchObject({ ok: false, error: expect.stringContaining('no source file') });
});

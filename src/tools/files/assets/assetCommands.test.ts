import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OpenFile } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createMemoryStore } from '../../../../tests/support/assets.ts';
import { createAssetCommands } from './assetCommands.ts';

let text = '';
const contents = createMemoryStore();
const editFiles = vi.fn<Workspace['editFiles']>();
const reveal = vi.fn<Workspace['reveal']>();

const file = (name: string, content = 'abcd') => new File([content], name);

function create(files: readonly OpenFile[] = []) {
  const store = createStore<WorkspaceState>(() => ({ ...INITIAL_STATE, files }));
  const commands = createAssetCommands(
    {
      store,
      project: () => ({ text, files: store.getState().files, assets: store.getState().assets }),
      setAssets: (assets) => store.setState({ assets }),
      editFiles,
      reveal,
    },
    contents,
  );
  const paths = () => store.getState().assets.map(({ path }) => path);
  const first = (): Asset => {
    const [asset] = store.getState().assets;
    if (!asset) throw new Error('There is no asset.');
    return asset;
  };
  const sizes = () => store.getState().assets.map(({ size }) => size);
  const shown = () => commands.store.getState();
  const texts = () => shown().notice?.texts;
  const questioned = () => vi.waitUntil(() => shown().question);
  return { store, commands, paths, sizes, first, texts, shown, questioned };
}

/** A project that has these files. */
async function createWith(...names: string[]) {
  const project = create();
  await project.commands.add(names.map((name) => file(name)));
  return project;
}

beforeEach(() => {
  text = '';
});

it('adds files one after the other, and names those that it rejects', async () => {
  const { commands, paths, texts, shown } = create();
  await Promise.all([
    commands.add([file('a.bin'), file('b.txt'), file('My data.bin')]),
    commands.add([file('c.bin')]),
  ]);
  expect(paths()).toEqual(['a.bin', 'My-data.bin', 'c.bin']);
  await commands.add([file('d.txt')]);
  expect(texts()).toEqual([expect.stringContaining('d.txt is not a file that a shader can read')]);
  expect(shown()).toMatchObject({ isShown: true, reading: null });
});

it('replaces the file at a path', async () => {
  const { commands, paths, sizes, texts, shown } = create();
  expect(await commands.put('image.bin', file('a.bin'))).toBe(true);
  expect(texts()).toBeUndefined();
  expect(await commands.put('image.bin', file('b.bin', 'bb'))).toBe(true);
  expect([paths(), sizes()]).toEqual([['image.bin'], [2]]);
  expect(texts()).toEqual(['Replaced image.bin with b.bin.']);
  expect(await commands.put('image.gif', file('c.gif'))).toBe(false);
  expect(texts()).toEqual([expect.stringContaining('image.gif is not a file')]);
  expect(shown()).toMatchObject({ isShown: true, reading: null });
});

it('asks once about names that exist, and can undo the replacement', async () => {
  const { commands, paths, sizes, questioned } = await createWith('a.bin', 'b.bin');
  const adding = commands.add([file('b.bin', 'bb'), file('a.bin', 'aa'), file('c.bin')]);
  expect(await questioned()).toEqual({ kind: 'same names', paths: ['b.bin', 'a.bin'] });
  commands.answerSameNames('replace');
  await adding;
  expect([...paths(), ...sizes()]).toEqual(['a.bin', 'b.bin', 'c.bin', 2, 2, 4]);
  commands.undo();
  expect(sizes()).toEqual([4, 4, 4]);
});

it.each([
  ['keep both', ['a.bin', 'a2.bin']],
  [null, ['a.bin']],
] as const)('has after the answer %s the files %j', async (answer, names) => {
  const { commands, paths, questioned } = await createWith('a.bin');
  const adding = commands.add([file('a.bin', 'other')]);
  await questioned();
  commands.answerSameNames(answer);
  await adding;
  expect(paths()).toEqual(names);
});

it('adds nothing to another project that was opened in the meantime, and closes', async () => {
  const { store, commands, paths, shown } = await createWith('a.bin');
  const adding = commands.add([file('b.bin')]);
  store.setState({ opened: { text: '', place: null, revision: 1 } });
  expect(shown().isShown).toBe(false);
  await adding;
  expect(paths()).toEqual(['a.bin']);
  expect(shown().reading).toBeNull();
});

it('deletes an unused file immediately, and restores it to its position on undo', async () => {
  const { commands, paths, first } = await createWith('a.bin', 'b.bin');
  commands.remove(first());
  expect(paths()).toEqual(['b.bin']);
  commands.undo();
  expect(paths()).toEqual(['a.bin', 'b.bin']);
});

it('asks before it deletes a file that a parameter uses', async () => {
  text = '[playground::DATA("a.bin")] StructuredBuffer<uint> points;';
  const { commands, paths, first, shown } = await createWith('a.bin');
  commands.remove(first());
  const uses = [{ parameter: 'points', path: 'user.slang', line: 1 }];
  expect(shown().question).toMatchObject({ kind: 'delete', uses });
  commands.answerDelete(false);
  expect(paths()).toEqual(['a.bin']);
  commands.remove(first());
  commands.answerDelete(true);
  expect(paths()).toEqual([]);
});

it('renames a file, and names the uses of the previous name', async () => {
  text = '[playground::DATA("a.bin")] StructuredBuffer<uint> points;';
  const { commands, paths, first, texts } = create([{ id: 1, path: 'c.slang', text: '' }]);
  await commands.add([file('a.bin')]);
  expect(commands.rename(first(), 'data/b')).toEqual({ ok: true, value: undefined });
  expect(paths()).toEqual(['data/b.bin']);
  expect(texts()).toEqual(['points (user.slang, line 1) still names a.bin.']);
  expect(commands.rename(first(), '..').ok).toBe(false);
});

it('replaces a content only by one of the same kind', async () => {
  const { commands, sizes, first, texts } = await createWith('a.bin');
  await commands.replace(first(), file('numbers.bin', 'abcdefgh'));
  expect([sizes(), texts()]).toEqual([[8], ['Replaced a.bin with numbers.bin.']]);
  commands.undo();
  expect(sizes()).toEqual([4]);
  await commands.replace(first(), file('numbers.npy'));
  expect(texts()).toEqual([
    'numbers.npy cannot replace a.bin, which is read as .bin. Add it as a file of its own.',
  ]);
});

it('reports once that the browser does not store contents', async () => {
  const put = vi.spyOn(contents, 'put').mockResolvedValue({ ok: false, error: 'Full.' });
  const { commands, texts } = create();
  await commands.add([file('a.bin'), file('b.bin')]);
  expect(texts()).toEqual([
    'Full. New images and data stay until you close the page. To keep them, download the project.',
  ]);
  await commands.add([file('c.bin')]);
  expect(texts()).toBeUndefined();
  put.mockRestore();
});

it('inserts the declaration of an asset below the imports, and shows the line', async () => {
  text = 'import playground;\r\n\r\nfloat a;';
  const { commands, first } = await createWith('light.bin');
  await commands.insert(first());
  const insert = '\n\n[playground::DATA("light.bin")] StructuredBuffer<float> light;';
  expect(editFiles).toHaveBeenCalledWith({
    files: [{ id: 0, changes: [{ from: 18, to: 18, insert }] }],
    label: 'Declare light.bin',
  });
  expect(reveal).toHaveBeenCalledWith({ line: 3, column: 1, length: 0 });
});

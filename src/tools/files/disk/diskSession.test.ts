import { expect, it } from 'vitest';
import { openFiles } from '#core/project/openFile.ts';
import { createFakeDisk } from '../../../../tests/support/disk.ts';
import {
  createDiskPage,
  createMemoryPlaces,
  MAIN_SOURCE,
} from '../../../../tests/support/diskPage.ts';
import { foundFile } from './diskAccess.ts';
import type { KeptPlaces } from './keptPlaces.ts';

/** A page with this folder open. */
async function opened(files: Record<string, string>, kept?: KeptPlaces) {
  const page = createDiskPage(kept);
  const there = createFakeDisk(files);
  await page.openFolder(there);
  return { ...page, there };
}

const found = (name: string, text = '') => foundFile(name, new File([text], name));

it('opens a file as the main file under its own name', async () => {
  const page = createDiskPage();
  await page.openFiles(createFakeDisk({ 'Wave 1.slang': '\uFEFFa\r\nb\r\n' }), 'Wave 1.slang');
  expect(page.project()).toEqual({ main: 'a\nb\n', files: [], assets: [] });
  expect(page.source.uri()).toMatch(/^https:\/\/example\.test\/#disk\/[^/]+\/Wave%201\.slang$/);
});

it('opens a folder with its subfolders, images and data, and leaves out other files', async () => {
  const sources = { 'b.slang': 'module b;', 'lib/a.slangh': '#define A' };
  const others = { 'README.md': 'text', '.git/x.slang': 'no', 'node_modules/x.slang': 'no' };
  const wanted = { 'main.slang': MAIN_SOURCE, 'lib/points.bin': 'abcd', ...sources };
  const page = await opened({ ...wanted, ...others });
  const files = Object.entries(sources);
  expect(page.project()).toEqual({ main: MAIN_SOURCE, files, assets: ['lib/points.bin'] });
  expect(page.texts()).toBeNull();
});

it('keeps files relative to a main file in a subfolder', async () => {
  const gpu = { 'gpu/run.slang': MAIN_SOURCE, 'gpu/noise.slang': 'module noise;' };
  const page = await opened({ ...gpu, 'math/pi.slang': 'module pi;' });
  const files = { 'noise.slang': 'module noise;', 'math/pi.slang': 'module pi;' };
  expect(page.project().files).toEqual(Object.entries(files));
  page.store.setState({ files: openFiles([{ path: 'noise.slang', text: 'new' }]) });
  await page.session.save();
  expect(page.there.texts.get('gpu/noise.slang')).toBe('new');
});

it('asks which file is the main file, and opens nothing without an answer', async () => {
  const page = createDiskPage();
  const there = createFakeDisk({ 'a.slang': MAIN_SOURCE, 'b.slang': MAIN_SOURCE });
  const opening = page.openFolder(there);
  await expect.poll(() => page.state().question).toMatchObject({ paths: ['a.slang', 'b.slang'] });
  page.session.answerMain(null);
  await opening;
  expect(page.openSource).not.toHaveBeenCalled();
  const again = page.openFolder(there);
  await expect.poll(() => page.state().question).not.toBeNull();
  page.session.answerMain('b.slang');
  await again;
  expect(page.project().files).toEqual([['a.slang', MAIN_SOURCE]]);
  expect(page.state()).toMatchObject({ working: null, question: null });
});

it('names the files that a project cannot contain', async () => {
  const sources = { 'main.slang': MAIN_SOURCE, 'my noise.slang': 'module a;', 'bytes.h': '\0\0' };
  const page = await opened({ ...sources, 'glsl.slang': 'module glsl;', 'tsconfig.json': '{}' });
  expect(page.project()).toEqual({ main: MAIN_SOURCE, files: [], assets: [] });
  expect(page.texts()).toEqual([
    'bytes.h is not text in UTF-8. Save it as UTF-8 to open it.',
    expect.stringContaining('glsl.slang is left out. glsl is a built-in module'),
    expect.stringContaining('my noise.slang is left out. A space cannot be in a file name.'),
    expect.stringContaining('tsconfig.json is left out.'),
  ]);
});

const many = (count: number, ending: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}${ending}`, '']));
it.each<[string, Record<string, string>, string | RegExp]>([
  ['without a source', { 'a.txt': 'text' }, /^shaders has no source file/],
  [
    'with too many sources',
    many(201, '.slang'),
    'shaders has 201 source files; a project has at most 200. Open the folder or the files that the shader needs.',
  ],
  [
    'with too much text',
    { 'main.slang': 'x'.repeat(5_000_000) },
    'The sources of shaders have 5 MB; a project has at most 4.19 MB of text. Open fewer files.',
  ],
  [
    'with far too many files',
    many(10_001, '.txt'),
    'The folder shaders has more than 10,000 files. Open the folder that has only the shader’s files.',
  ],
])('rejects a folder %s', async (_, files, reason) => {
  const page = await opened(files);
  expect(page.openSource).not.toHaveBeenCalled();
  const text = typeof reason === 'string' ? reason : expect.stringMatching(reason);
  expect(page.texts()).toEqual([text]);
});

it('does nothing if the user cancels the choice, and reports what the browser refuses', async () => {
  const page = createDiskPage();
  page.disk.pickFiles.mockResolvedValue(null);
  page.disk.pickFolder.mockResolvedValue(null);
  await page.session.openFiles();
  await page.session.openFolder();
  expect(page.openSource).not.toHaveBeenCalled();
  expect(page.state()).toEqual({ working: null, notice: null, question: null });
  page.disk.pickFolder.mockRejectedValue(new Error('It is a system folder.'));
  await page.session.openFolder();
  const reason = 'Your browser could not open it: It is a system folder. Try again.';
  expect(page.texts()).toEqual([reason]);
});

const asset = { path: 'points.bin', type: 'application/octet-stream', size: 4, hash: 'hash' };

it('archives restore the project byte for byte, with its settings', async () => {
  const lib = { 'lib/λ.h': 'no', 'lib/b.slang': 'λ\n\n' };
  const page = await opened({ 'wave.slang': MAIN_SOURCE, ...lib });
  await page.contents.put('hash', new TextEncoder().encode('abcd').buffer);
  page.workspace.setAssets([asset]);
  const animations = { speed: { shape: 'sine', from: 0, to: 3, period: 4 } } as const;
  const view = { entryPoint: 'main', uniformValues: { speed: 2 }, seed: 7, animations };
  const state = { target: 'GLSL', ...view } as const;
  page.store.setState(state);
  const before = page.project();
  await page.session.downloadZip();
  const [archive = new File([], '')] = page.downloads;
  expect(archive.name).toBe('wave.zip');

  const other = createDiskPage();
  other.disk.pickFiles.mockResolvedValue([foundFile(archive.name, archive)]);
  await other.session.openFiles();
  expect(other.project()).toEqual(before);
  expect(other.source.isForeign()).toBe(true);
  expect(other.store.getState()).toMatchObject(state);
  const [points] = other.store.getState().assets;
  const content = await other.contents.get(points?.hash ?? '');
  expect(content && new TextDecoder().decode(content)).toBe('abcd');
  await other.session.save();
  expect(other.downloads.map(({ name }) => name)).toEqual(['wave.zip']);
});

it('archives leave out content that this browser does not have', async () => {
  const page = createDiskPage();
  await page.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
  page.workspace.setAssets([asset]);
  await page.session.downloadZip();
  expect(page.downloads).toHaveLength(1);
  expect(page.texts()).toEqual([expect.stringContaining('The zip leaves out points.bin')]);
});

const NEWER =
  /^p needs a newer version of the playground: it has format 2, and this version reads 1\./;

it.each([
  ['version 2', '{"version": 2, "main": "a.slang"}', NEWER],
  ['another program', '{"name": "p"}', null],
  ['invalid JSON', '{', null],
])('archives with settings of %s', async (_, settings, refusal) => {
  const page = createDiskPage();
  const files = [found('a.slang', MAIN_SOURCE), found('playground.json', settings)];
  page.disk.pickFolder.mockResolvedValue({ name: 'p', files, handle: null });
  await page.session.openFolder();
  expect(page.openSource).toHaveBeenCalledTimes(refusal ? 0 : 1);
  expect(page.texts()).toEqual(refusal && [expect.stringMatching(refusal)]);
});

it('archives are rejected by name if they are unreadable or opened with other files', async () => {
  const page = createDiskPage();
  const archive = found('p.zip', 'text');
  page.disk.pickFiles.mockResolvedValue([archive]);
  await page.session.openFiles();
  const unreadable = 'It is not a zip archive. Choose a file that ends in .zip.';
  expect(page.texts()).toEqual([`p.zip cannot be opened. ${unreadable}`]);
  page.disk.pickFiles.mockResolvedValue([archive, found('a.slang')]);
  await page.session.openFiles();
  const together = 'p.zip cannot be opened together with other files. Open it by itself.';
  expect(page.texts()).toEqual([together]);
  expect(page.openSource).not.toHaveBeenCalled();
});

const marks = (page: ReturnType<typeof createDiskPage>) => {
  const { onDisk, files } = page.store.getState();
  const unsaved = [...(onDisk?.unsaved ?? [])].map(
    (id) => files.find((file) => file.id === id)?.path ?? onDisk?.mainName,
  );
  return onDisk && { ...onDisk, unsaved };
};

it('marks name files with unsaved changes until they are saved', async () => {
  const page = createDiskPage();
  expect(marks(page)).toBeNull();
  const there = createFakeDisk({ 'main.slang': MAIN_SOURCE, 'noise.slang': 'module noise;' });
  await page.openFolder(there);
  const saved = { mainName: 'main.slang', isWritable: true, unsaved: [] };
  expect(marks(page)).toEqual(saved);
  page.editMain('// edited');
  await expect.poll(() => marks(page)?.unsaved).toEqual(['main.slang']);
  const [noise] = page.store.getState().files;
  page.workspace.fileEdited(noise?.id ?? 0, () => 'module noise; // edited');
  await expect.poll(() => marks(page)?.unsaved).toEqual(['main.slang', 'noise.slang']);
  await page.session.save();
  expect(marks(page)).toEqual(saved);
  expect(page.texts()).toEqual(['Saved 2 files in shaders.']);
  page.editMain('// again');
  expect(page.texts()).toBeNull();
  await expect.poll(() => marks(page)?.unsaved).toEqual(['main.slang']);
});

it('marks are absent where nothing can be written, and in other projects', async () => {
  const page = createDiskPage();
  page.disk.pickFiles.mockResolvedValue([found('wave.slang', MAIN_SOURCE)]);
  await page.session.openFiles();
  page.editMain('// edited');
  await page.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
  expect(marks(page)).toEqual({ mainName: 'a.slang', isWritable: true, unsaved: [] });
  await page.openSource({ text: 'demo', uri: 'https://example.test/demo', demo: 'demo' });
  expect(marks(page)).toBeNull();
});

it('a later visit saves to the files that an earlier visit opened, after one permission prompt', async () => {
  const kept = createMemoryPlaces();
  const { there, source } = await opened({ 'main.slang': MAIN_SOURCE }, kept);

  const page = createDiskPage(kept);
  await page.openSource({ text: '// draft', uri: source.uri(), demo: null });
  await expect.poll(() => page.store.getState().onDisk?.unsaved.size).toBe(1);
  there.permission = 'denied';
  expect(await page.session.saveThere()).toBe(true);
  expect(page.texts()).toEqual([expect.stringContaining('did not allow saving to shaders')]);
  there.permission = 'granted';
  expect(await page.session.saveThere()).toBe(true);
  expect(there.texts.get('main.slang')).toBe('// draft');
  expect(page.store.getState().onDisk?.unsaved.size).toBe(0);
});

it('a later visit names files that it cannot reach, and saves nothing', async () => {
  const first = createDiskPage();
  await first.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
  const page = createDiskPage();
  await page.openSource({ text: '// draft', uri: first.source.uri(), demo: null });
  expect(await page.session.saveThere()).toBe(false);
  expect(page.store.getState().onDisk).toMatchObject({ mainName: 'a.slang', isWritable: false });
  expect(page.downloads).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { openFiles } from '#core/project/openFile.ts';
import { createFakeDisk } from '../../../../tests/support/disk.ts';
import {
  createDiskPage,
  createMemoryPlaces,
  MAIN_SOURCE,
} from '../../../../tests/support/diskPage.ts';
import { foundFile } from './diskAccess.ts';

describe('opening', () => {
  it('opens a file as the main file under its own name', async () => {
    const page = createDiskPage();
    await page.openFiles(createFakeDisk({ 'Wave 1.slang': '\uFEFFa\r\nb\r\n' }), 'Wave 1.slang');
    expect(page.project()).toEqual({ main: 'a\nb\n', files: [], assets: [] });
    expect(page.source.uri()).toMatch(/^https:\/\/example\.test\/#disk\/[^/]+\/Wave%201\.slang$/);
  });

  it('opens a folder with its subfolders, images and data, and leaves out other files', async () => {
    const page = createDiskPage();
    const there = createFakeDisk({
      'b.slang': 'module b;',
      'main.slang': MAIN_SOURCE,
      'lib/a.slangh': '#define A',
      'lib/points.bin': 'abcd',
      'README.md': 'text',
      '.git/x.slang': 'no',
      'node_modules/x.slang': 'no',
    });
    await page.openFolder(there);
    expect(page.project()).toEqual({
      main: MAIN_SOURCE,
      files: [
        ['b.slang', 'module b;'],
        ['lib/a.slangh', '#define A'],
      ],
      assets: ['lib/points.bin'],
    });
    expect(page.texts()).toBeNull();
  });

  it('keeps files relative to a main file in a subfolder', async () => {
    const page = createDiskPage();
    const there = createFakeDisk({
      'gpu/run.slang': MAIN_SOURCE,
      'gpu/noise.slang': 'module noise;',
      'math/pi.slang': 'module pi;',
    });
    await page.openFolder(there);
    expect(page.project().files).toEqual([
      ['noise.slang', 'module noise;'],
      ['math/pi.slang', 'module pi;'],
    ]);
    page.store.setState({ files: openFiles([{ path: 'noise.slang', text: 'new' }]) });
    await page.session.save();
    expect(there.texts.get('gpu/noise.slang')).toBe('new');
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
    const page = createDiskPage();
    const there = createFakeDisk({
      'main.slang': MAIN_SOURCE,
      'my noise.slang': 'module a;',
      'glsl.slang': 'module glsl;',
      'bytes.h': '\0\0',
      'tsconfig.json': '{}',
    });
    await page.openFolder(there);
    expect(page.project()).toEqual({ main: MAIN_SOURCE, files: [], assets: [] });
    expect(page.texts()).toEqual([
      'bytes.h is not text in UTF-8. Save it as UTF-8 to open it.',
      expect.stringContaining('glsl.slang is left out. glsl is a built-in module'),
      expect.stringContaining('my noise.slang is left out. A space cannot be in a file name.'),
      expect.stringContaining('tsconfig.json is left out.'),
    ]);
  });

  it.each([
    ['without a source', { 'a.txt': 'text' }, /^shaders has no source file/],
    [
      'with too many sources',
      Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}.slang`, ''])),
      'shaders has 201 source files; a project has at most 200. Open the folder or the files that the shader needs.',
    ],
    [
      'with too much text',
      { 'main.slang': 'x'.repeat(5_000_000) },
      'The sources of shaders have 5 MB; a project has at most 4.19 MB of text. Open fewer files.',
    ],
    [
      'with far too many files',
      Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}.txt`, ''])),
      'The folder shaders has more than 10,000 files. Open the folder that has only the shader’s files.',
    ],
  ])('rejects a folder %s', async (_, files, reason) => {
    const page = createDiskPage();
    await page.openFolder(createFakeDisk(files));
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.texts()).toEqual([
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  });

  it('does nothing if the user cancels the choice', async () => {
    const page = createDiskPage();
    page.disk.pickFiles.mockResolvedValue(null);
    page.disk.pickFolder.mockResolvedValue(null);
    await page.session.openFiles();
    await page.session.openFolder();
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.state()).toEqual({ working: null, notice: null, question: null });
  });

  it('reports what the browser refuses', async () => {
    const page = createDiskPage();
    page.disk.pickFolder.mockRejectedValue(new Error('It is a system folder.'));
    await page.session.openFolder();
    expect(page.texts()).toEqual([
      'Your browser could not open it: It is a system folder. Try again.',
    ]);
  });
});

describe('archives', () => {
  const asset = { path: 'points.bin', type: 'application/octet-stream', size: 4, hash: 'hash' };

  it('restore the project byte for byte, with its settings', async () => {
    const page = createDiskPage();
    const there = createFakeDisk({
      'wave.slang': MAIN_SOURCE,
      'lib/λ.h': 'no',
      'lib/b.slang': 'λ\n\n',
    });
    await page.openFolder(there);
    await page.contents.put('hash', new TextEncoder().encode('abcd').buffer);
    page.workspace.setAssets([asset]);
    const animations = { speed: { shape: 'sine', from: 0, to: 3, period: 4 } } as const;
    page.store.setState({ target: 'GLSL', entryPoint: 'main', uniformValues: { speed: 2 } });
    page.store.setState({ seed: 7, animations });
    const before = page.project();
    await page.session.downloadZip();
    const [archive] = page.downloads;
    expect(archive?.name).toBe('wave.zip');
    if (!archive) throw new Error('Nothing was downloaded.');

    const other = createDiskPage();
    other.disk.pickFiles.mockResolvedValue([foundFile(archive.name, archive)]);
    await other.session.openFiles();
    expect(other.project()).toEqual(before);
    expect(other.source.isForeign()).toBe(true);
    expect(other.store.getState()).toMatchObject({
      target: 'GLSL',
      entryPoint: 'main',
      uniformValues: { speed: 2 },
      seed: 7,
      animations,
    });
    const [points] = other.store.getState().assets;
    const content = await other.contents.get(points?.hash ?? '');
    expect(content && new TextDecoder().decode(content)).toBe('abcd');
    await other.session.save();
    expect(other.downloads.map(({ name }) => name)).toEqual(['wave.zip']);
  });

  it('leave out content that this browser does not have', async () => {
    const page = createDiskPage();
    await page.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
    page.workspace.setAssets([asset]);
    await page.session.downloadZip();
    expect(page.downloads).toHaveLength(1);
    expect(page.texts()).toEqual([expect.stringContaining('The zip leaves out points.bin')]);
  });

  it.each([
    [
      'version 2',
      '{"version": 2, "main": "a.slang"}',
      /^p needs a newer version of the playground: it has format 2, and this version reads 1\./,
    ],
    ['another program', '{"name": "p"}', null],
    ['invalid JSON', '{', null],
  ])('with settings of %s', async (_, settings, refusal) => {
    const page = createDiskPage();
    const files = [foundFile('a.slang', new File([MAIN_SOURCE], 'a.slang'))];
    const own = foundFile('playground.json', new File([settings], 'playground.json'));
    page.disk.pickFolder.mockResolvedValue({ name: 'p', files: [...files, own], handle: null });
    await page.session.openFolder();
    expect(page.openSource).toHaveBeenCalledTimes(refusal ? 0 : 1);
    expect(page.texts()).toEqual(refusal && [expect.stringMatching(refusal)]);
  });

  it('are rejected by name if they are unreadable or opened with other files', async () => {
    const page = createDiskPage();
    const archive = foundFile('p.zip', new File(['text'], 'p.zip'));
    page.disk.pickFiles.mockResolvedValue([archive]);
    await page.session.openFiles();
    expect(page.texts()).toEqual([
      'p.zip cannot be opened. It is not a zip archive. Choose a file that ends in .zip.',
    ]);
    page.disk.pickFiles.mockResolvedValue([archive, foundFile('a.slang', new File([], 'a.slang'))]);
    await page.session.openFiles();
    expect(page.texts()).toEqual([
      'p.zip cannot be opened together with other files. Open it by itself.',
    ]);
    expect(page.openSource).not.toHaveBeenCalled();
  });
});

describe('marks', () => {
  const marks = (page: ReturnType<typeof createDiskPage>) => {
    const { onDisk, files } = page.store.getState();
    const unsaved = [...(onDisk?.unsaved ?? [])].map(
      (id) => files.find((file) => file.id === id)?.path ?? onDisk?.mainName,
    );
    return onDisk && { ...onDisk, unsaved };
  };

  it('name files with unsaved changes until they are saved', async () => {
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

  it('are absent where nothing can be written, and in other projects', async () => {
    const page = createDiskPage();
    const file = foundFile('wave.slang', new File([MAIN_SOURCE], 'wave.slang'));
    page.disk.pickFiles.mockResolvedValue([file]);
    await page.session.openFiles();
    page.editMain('// edited');
    await page.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
    expect(marks(page)).toEqual({ mainName: 'a.slang', isWritable: true, unsaved: [] });
    await page.openSource({ text: 'demo', uri: 'https://example.test/demo', demo: 'demo' });
    expect(marks(page)).toBeNull();
  });
});

describe('a later visit', () => {
  it('saves to the files that an earlier visit opened, after one permission prompt', async () => {
    const kept = createMemoryPlaces();
    const first = createDiskPage(kept);
    const there = createFakeDisk({ 'main.slang': MAIN_SOURCE });
    await first.openFolder(there);
    const uri = first.source.uri();

    const page = createDiskPage(kept);
    await page.openSource({ text: '// draft', uri, demo: null });
    await expect.poll(() => page.store.getState().onDisk?.unsaved.size).toBe(1);
    there.permission = 'denied';
    expect(await page.session.saveThere()).toBe(true);
    expect(page.texts()).toEqual([expect.stringContaining('did not allow saving to shaders')]);
    there.permission = 'granted';
    expect(await page.session.saveThere()).toBe(true);
    expect(there.texts.get('main.slang')).toBe('// draft');
    expect(page.store.getState().onDisk?.unsaved.size).toBe(0);
  });

  it('names files that it cannot reach, and saves nothing', async () => {
    const first = createDiskPage();
    await first.openFiles(createFakeDisk({ 'a.slang': MAIN_SOURCE }), 'a.slang');
    const page = createDiskPage();
    await page.openSource({ text: '// draft', uri: first.source.uri(), demo: null });
    expect(await page.session.saveThere()).toBe(false);
    expect(page.store.getState().onDisk).toMatchObject({ mainName: 'a.slang', isWritable: false });
    expect(page.downloads).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { openFiles } from '#workspace/sources/openFile.ts';
import { createProjectFiles } from '#workspace/sources/projectFiles.ts';
import { createSource } from '#workspace/sources/source.ts';
import type { SourceOpening } from '#workspace/sources/sourceLoader.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createMemoryStore } from '../../../tests/support/assets.ts';
import { createFakeDisk, type FakeDisk } from '../../../tests/support/disk.ts';
import {
  type DiskAccess,
  type FileHandle,
  filesOfFolder,
  foundByHandle,
  foundFile,
} from './diskAccess.ts';
import { createDiskSession } from './diskSession.ts';

const MAIN = '[shader("compute")]\nvoid main() {}\n';

function createPage() {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const source = createSource(store);
  const openSource = vi.fn(async (opening: SourceOpening) => {
    const revision = store.getState().opened.revision + 1;
    const { text, files, assets } = source.open(opening, revision);
    const opened = { text, place: null, revision };
    const { entryPoint = null, view } = opening;
    const uniformValues = view?.uniformValues ?? {};
    store.setState({ opened, files, assets, entryPoint, uniformValues });
  });
  const downloads: File[] = [];
  const disk = {
    pickFiles: vi.fn<DiskAccess['pickFiles']>(),
    pickFolder: vi.fn<DiskAccess['pickFolder']>(),
    download: (file: File) => void downloads.push(file),
  };
  const workspace = {
    store,
    ...createProjectFiles(store, source, () => {}),
    sourceUri: source.uri,
    openSource,
    selectTarget: (target: WorkspaceState['target']) => store.setState({ target }),
  };
  const contents = createMemoryStore();
  const base = 'https://example.test/#old';
  const session = createDiskSession({ workspace, disk, contents, base });
  return {
    ...{ store, source, workspace, session, disk, downloads, openSource, contents },
    state: session.store.getState,
    texts: () => {
      const { notice } = session.store.getState();
      return notice && 'texts' in notice ? notice.texts : notice;
    },
    async openFolder(there: FakeDisk) {
      disk.pickFolder.mockImplementation(() => filesOfFolder(there.folder));
      await session.openFolder();
    },
    async openFiles(there: FakeDisk, ...paths: readonly string[]) {
      disk.pickFiles.mockResolvedValue(paths.map((path) => foundByHandle(path, there.file(path))));
      await session.openFiles();
    },
    editMain: (text: string) => source.edited(() => text),
    project: () => {
      const { text, files, assets } = source.project();
      return {
        main: text,
        files: files.map(({ path, text }) => [path, text]),
        assets: assets.map(({ path }) => path),
      };
    },
  };
}

describe('opening', () => {
  it('opens a file as the main file under its own name', async () => {
    const page = createPage();
    await page.openFiles(createFakeDisk({ 'Wave 1.slang': '\uFEFFa\r\nb\r\n' }), 'Wave 1.slang');
    expect(page.project()).toEqual({ main: 'a\nb\n', files: [], assets: [] });
    expect(page.source.uri()).toMatch(/^https:\/\/example\.test\/#disk\/[^/]+\/Wave%201\.slang$/);
  });

  it('opens a folder with its sub-folders, images and data, and leaves out the rest', async () => {
    const page = createPage();
    const there = createFakeDisk({
      'b.slang': 'module b;',
      'main.slang': MAIN,
      'lib/a.slangh': '#define A',
      'lib/points.bin': 'abcd',
      'README.md': 'text',
      '.git/x.slang': 'no',
      'node_modules/x.slang': 'no',
    });
    await page.openFolder(there);
    expect(page.project()).toEqual({
      main: MAIN,
      files: [
        ['b.slang', 'module b;'],
        ['lib/a.slangh', '#define A'],
      ],
      assets: ['lib/points.bin'],
    });
    expect(page.texts()).toBeNull();
  });

  it('places files beside a main file that is in a sub-folder', async () => {
    const page = createPage();
    const there = createFakeDisk({
      'gpu/run.slang': MAIN,
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

  it('asks for the main file, and opens nothing without an answer', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN, 'b.slang': MAIN });
    const opening = page.openFolder(there);
    await expect.poll(() => page.state().question).toMatchObject({ paths: ['a.slang', 'b.slang'] });
    page.session.answerMain(null);
    await opening;
    expect(page.openSource).not.toHaveBeenCalled();
    const again = page.openFolder(there);
    await expect.poll(() => page.state().question).not.toBeNull();
    page.session.answerMain('b.slang');
    await again;
    expect(page.project().files).toEqual([['a.slang', MAIN]]);
    expect(page.state()).toMatchObject({ working: null, question: null });
  });

  it('names the files that a project cannot have', async () => {
    const page = createPage();
    const there = createFakeDisk({
      'main.slang': MAIN,
      'my noise.slang': 'module a;',
      'glsl.slang': 'module glsl;',
      'bytes.h': '\0\0',
      'tsconfig.json': '{}',
    });
    await page.openFolder(there);
    expect(page.project()).toEqual({ main: MAIN, files: [], assets: [] });
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
      'The sources of shaders have 4.8 MiB; a project has at most 4 MiB of text. Open fewer files.',
    ],
    [
      'with far too many files',
      Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}.txt`, ''])),
      'The folder shaders has more than 10,000 files. Open the folder that has only the shader’s files.',
    ],
  ])('refuses a folder %s', async (_, files, reason) => {
    const page = createPage();
    await page.openFolder(createFakeDisk(files));
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.texts()).toEqual([
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  });

  it('does nothing if the user chooses nothing', async () => {
    const page = createPage();
    page.disk.pickFiles.mockResolvedValue(null);
    page.disk.pickFolder.mockResolvedValue(null);
    await page.session.openFiles();
    await page.session.openFolder();
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.state()).toEqual({ working: null, notice: null, question: null });
  });

  it('says what the browser refuses', async () => {
    const page = createPage();
    page.disk.pickFolder.mockRejectedValue(new Error('It is a system folder.'));
    await page.session.openFolder();
    expect(page.texts()).toEqual([
      'Your browser could not open it: It is a system folder. Try again.',
    ]);
  });
});

describe('saving', () => {
  it('writes only what was edited, in the format that it had', async () => {
    const page = createPage();
    const there = createFakeDisk({
      'main.slang': '\uFEFFimport b;\r\n',
      'b.slang': 'mixed\r\nbreaks\n',
    });
    await page.openFolder(there);
    page.editMain('import b;\n// more\n');
    await page.session.save();
    expect(there.written).toEqual(['main.slang']);
    expect(there.texts.get('main.slang')).toBe('\uFEFFimport b;\r\n// more\r\n');
    expect(page.texts()).toEqual(['Saved main.slang in shaders.']);
    await page.session.save();
    expect(there.written).toHaveLength(1);
    expect(page.texts()).toEqual(['Your disk already has the newest text in shaders.']);
  });

  it('makes new files in the folder, and leaves what the project no longer has', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'main.slang': MAIN, 'old.slang': 'module old;' });
    await page.openFolder(there);
    page.workspace.setFiles(openFiles([{ path: 'lib/new.slang', text: 'module lib;' }]));
    await page.contents.put('hash', new TextEncoder().encode('abcd').buffer);
    const asset = { path: 'points.bin', type: 'application/octet-stream', size: 4, hash: 'hash' };
    page.workspace.setAssets([asset]);
    await page.session.save();
    expect(there.texts.get('lib/new.slang')).toBe('module lib;');
    expect(there.texts.get('points.bin')).toBe('abcd');
    expect(page.texts()).toEqual([
      'Saved 2 files in shaders.',
      'Still on your disk, but not in the project: old.slang.',
    ]);
  });

  it('asks before it replaces an outside change', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN });
    await page.openFiles(there, 'a.slang');
    page.editMain('mine');
    there.change('a.slang', 'theirs');
    await page.session.save();
    expect(page.state().question).toEqual({ kind: 'overwrite', paths: ['a.slang'] });
    await page.session.answerOverwrite(false);
    expect(there.texts.get('a.slang')).toBe('theirs');
    await page.session.save();
    await page.session.answerOverwrite(true);
    expect(there.texts.get('a.slang')).toBe('mine');
  });

  it('asks before it replaces a file that it has not read', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'main.slang': MAIN });
    await page.openFolder(there);
    there.change('noise.slang', 'theirs');
    page.workspace.setFiles(openFiles([{ path: 'noise.slang', text: 'mine' }]));
    await page.session.save();
    expect(page.state().question).toEqual({ kind: 'overwrite', paths: ['noise.slang'] });
  });

  it('writes a file to where it was read, if another one was left out for its name', async () => {
    const page = createPage();
    const there = createFakeDisk({
      'gpu/run.slang': MAIN,
      'gpu/noise.slang': 'module noise;',
      'noise.slang': 'theirs',
    });
    await page.openFolder(there);
    expect(page.project().files).toEqual([['noise.slang', 'module noise;']]);
    page.store.setState({ files: openFiles([{ path: 'noise.slang', text: 'mine' }]) });
    await page.session.save();
    expect(there.written).toEqual(['gpu/noise.slang']);
    expect(there.texts.get('noise.slang')).toBe('theirs');
  });

  it('saves a project opened during the permission prompt to no other project’s files', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN });
    const handle: FileHandle = {
      ...there.file('a.slang'),
      async requestPermission() {
        await page.openSource({ text: 'other', uri: 'https://example.test/', demo: null });
        return 'granted';
      },
    };
    page.disk.pickFiles.mockResolvedValue([foundByHandle('a.slang', handle)]);
    await page.session.openFiles();
    page.editMain('mine');
    await page.session.save();
    expect(there.texts.get('a.slang')).toBe('mine');
    await page.session.save();
    expect(there.texts.get('a.slang')).toBe('mine');
    expect(await page.downloads[0]?.text()).toBe('other');
  });

  it('says why a file was not saved, and offers a download', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN });
    await page.openFiles(there, 'a.slang');
    page.editMain('mine');
    there.permission = 'denied';
    await page.session.save();
    expect(page.state().notice).toEqual({
      kind: 'not-saved',
      texts: [
        'Your browser did not allow saving to a.slang. Choose Save again and allow it, or download the project.',
      ],
    });
    there.permission = 'granted';
    there.fault = new DOMException('', 'QuotaExceededError');
    await page.session.save();
    expect(page.texts()).toEqual([
      'a.slang was not saved: the disk is full. Make room, or download the project.',
    ]);
    await page.session.download();
    expect(page.downloads.map(({ name }) => name)).toEqual(['a.slang']);
    expect(await page.downloads[0]?.text()).toBe('mine');
  });

  it('says which new files have no folder', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN });
    await page.openFiles(there, 'a.slang');
    page.editMain('mine');
    page.workspace.setFiles(openFiles([{ path: 'b.slang', text: '' }]));
    await page.session.save();
    expect(there.texts.get('a.slang')).toBe('mine');
    expect(page.texts()).toEqual([expect.stringContaining('b.slang is new and not on your disk.')]);
  });

  it('never writes another project into the files, not even after undo behind the opening', async () => {
    const page = createPage();
    await page.openSource({ text: 'before', uri: 'https://example.test/', demo: null });
    const there = createFakeDisk({ 'a.slang': MAIN });
    await page.openFiles(there, 'a.slang');
    page.source.edited(() => 'before', 1);
    await page.session.save();
    expect(there.written).toEqual([]);
    expect(page.downloads.map(({ name }) => name)).toEqual(['user.slang']);
    page.source.edited(() => 'mine', 2);
    await page.session.save();
    expect(there.texts.get('a.slang')).toBe('mine');
  });
});

describe('outside changes', () => {
  it('are told once, and are there after a reload', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'main.slang': MAIN, 'b.slang': 'module b;' });
    await page.openFolder(there);
    await page.session.checkOutside();
    expect(page.state().notice).toBeNull();
    there.change('b.slang', 'module b2;');
    await page.session.checkOutside();
    expect(page.state().notice).toEqual({ kind: 'changed-outside', paths: ['b.slang'] });
    expect(page.project().files).toEqual([['b.slang', 'module b;']]);
    page.session.dismissNotice();
    await page.session.checkOutside();
    expect(page.state().notice).toBeNull();
    page.store.setState({ entryPoint: 'main' });
    const uri = page.source.uri();
    await page.session.reload();
    expect(page.project().files).toEqual([['b.slang', 'module b2;']]);
    expect(page.source.uri()).toBe(uri);
    expect(page.store.getState().entryPoint).toBe('main');
    await page.session.checkOutside();
    expect(page.state().notice).toBeNull();
  });

  it('are not told of files that were only touched', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'a.slang': MAIN });
    await page.openFiles(there, 'a.slang');
    there.touch('a.slang');
    await page.session.checkOutside();
    expect(page.state().notice).toBeNull();
    page.editMain('mine');
    await page.session.save();
    expect(page.state().question).toBeNull();
  });

  it('keep the project if its main file is gone', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'main.slang': MAIN, 'b.slang': 'module b;' });
    await page.openFolder(there);
    there.texts.delete('main.slang');
    await page.session.checkOutside();
    expect(page.state().notice).toEqual({ kind: 'changed-outside', paths: ['main.slang'] });
    await page.session.reload();
    expect(page.project().main).toBe(MAIN);
    expect(page.texts()).toEqual([
      'main.slang cannot be read any more, so the project stays as it is. Save writes the file again.',
    ]);
    page.editMain('mine');
    await page.session.save();
    expect(there.texts.get('main.slang')).toBe('mine');
  });
});

describe('archives', () => {
  const asset = { path: 'points.bin', type: 'application/octet-stream', size: 4, hash: 'hash' };

  it('bring back the project byte for byte, with its settings', async () => {
    const page = createPage();
    const there = createFakeDisk({ 'wave.slang': MAIN, 'lib/λ.h': 'no', 'lib/b.slang': 'λ\n\n' });
    await page.openFolder(there);
    await page.contents.put('hash', new TextEncoder().encode('abcd').buffer);
    page.workspace.setAssets([asset]);
    page.store.setState({ target: 'GLSL', entryPoint: 'main', uniformValues: { speed: 2 } });
    const before = page.project();
    await page.session.downloadZip();
    const [archive] = page.downloads;
    expect(archive?.name).toBe('wave.zip');
    if (!archive) throw new Error('Nothing was downloaded.');

    const other = createPage();
    other.disk.pickFiles.mockResolvedValue([foundFile(archive.name, archive)]);
    await other.session.openFiles();
    expect(other.project()).toEqual(before);
    expect(other.source.isForeign()).toBe(true);
    expect(other.store.getState()).toMatchObject({
      target: 'GLSL',
      entryPoint: 'main',
      uniformValues: { speed: 2 },
    });
    const [points] = other.store.getState().assets;
    const content = await other.contents.get(points?.hash ?? '');
    expect(content && new TextDecoder().decode(content)).toBe('abcd');
    await other.session.save();
    expect(other.downloads.map(({ name }) => name)).toEqual(['wave.zip']);
  });

  it('leave out the content that this browser does not have', async () => {
    const page = createPage();
    await page.openFiles(createFakeDisk({ 'a.slang': MAIN }), 'a.slang');
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
    ['no JSON', '{', null],
  ])('with settings of %s', async (_, settings, refusal) => {
    const page = createPage();
    const files = [foundFile('a.slang', new File([MAIN], 'a.slang'))];
    const own = foundFile('playground.json', new File([settings], 'playground.json'));
    page.disk.pickFolder.mockResolvedValue({ name: 'p', files: [...files, own], handle: null });
    await page.session.openFolder();
    expect(page.openSource).toHaveBeenCalledTimes(refusal ? 0 : 1);
    expect(page.texts()).toEqual(refusal && [expect.stringMatching(refusal)]);
  });

  it('are refused by name if they cannot be read, or are not alone', async () => {
    const page = createPage();
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

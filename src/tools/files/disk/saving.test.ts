import { expect, it } from 'vitest';
import { openFiles } from '#core/project/openFile.ts';
import { createFakeDisk } from '../../../../tests/support/disk.ts';
import { createDiskPage, MAIN_SOURCE } from '../../../../tests/support/diskPage.ts';
import { type FileHandle, foundByHandle } from './diskAccess.ts';

/** A page with this folder or this file open. */
async function opened(files: Record<string, string>, file?: string) {
  const page = createDiskPage();
  const there = createFakeDisk(files);
  await (file === undefined ? page.openFolder(there) : page.openFiles(there, file));
  return { page, there, textOf: (path: string) => there.texts.get(path) };
}

const openedFile = () => opened({ 'a.slang': MAIN_SOURCE }, 'a.slang');

it('saving writes only edited files, and keeps their format', async () => {
  const main = '\uFEFFimport b;\r\n';
  const files = { 'main.slang': main, 'b.slang': 'mixed\r\nbreaks\n' };
  const { page, there, textOf } = await opened(files);
  page.editMain('import b;\n// more\n');
  await page.session.save();
  expect(there.written).toEqual(['main.slang']);
  expect(textOf('main.slang')).toBe('\uFEFFimport b;\r\n// more\r\n');
  expect(page.texts()).toEqual(['Saved main.slang in shaders.']);
  await page.session.save();
  expect(there.written).toHaveLength(1);
  expect(page.texts()).toEqual(['Your disk already has the newest text in shaders.']);
});

it('saving creates new files in the folder, and keeps files that left the project', async () => {
  const { page, textOf } = await opened({ 'main.slang': MAIN_SOURCE, 'old.slang': 'module old;' });
  page.workspace.setFiles(openFiles([{ path: 'lib/new.slang', text: 'module lib;' }]));
  await page.contents.put('hash', new TextEncoder().encode('abcd').buffer);
  const asset = { path: 'points.bin', type: 'application/octet-stream', size: 4, hash: 'hash' };
  page.workspace.setAssets([asset]);
  await page.session.save();
  expect(textOf('lib/new.slang')).toBe('module lib;');
  expect(textOf('points.bin')).toBe('abcd');
  expect(page.texts()).toEqual([
    'Saved 2 files in shaders.',
    'Still on your disk, but not in the project: old.slang.',
  ]);
});

it('saving asks before it overwrites an outside change', async () => {
  const { page, there, textOf } = await openedFile();
  page.editMain('mine');
  there.change('a.slang', 'theirs');
  await page.session.save();
  expect(page.state().question).toEqual({ kind: 'overwrite', paths: ['a.slang'] });
  await page.session.answerOverwrite(false);
  expect(textOf('a.slang')).toBe('theirs');
  await page.session.save();
  await page.session.answerOverwrite(true);
  expect(textOf('a.slang')).toBe('mine');
});

it('saving asks before it overwrites a file that it has not read', async () => {
  const { page, there } = await opened({ 'main.slang': MAIN_SOURCE });
  there.change('noise.slang', 'theirs');
  page.workspace.setFiles(openFiles([{ path: 'noise.slang', text: 'mine' }]));
  await page.session.save();
  expect(page.state().question).toEqual({ kind: 'overwrite', paths: ['noise.slang'] });
});

it('saving writes a file back to its own place if another file was left out because of its name', async () => {
  const noise = { 'gpu/noise.slang': 'module noise;', 'noise.slang': 'theirs' };
  const { page, there, textOf } = await opened({ 'gpu/run.slang': MAIN_SOURCE, ...noise });
  expect(page.project().files).toEqual([['noise.slang', 'module noise;']]);
  page.store.setState({ files: openFiles([{ path: 'noise.slang', text: 'mine' }]) });
  await page.session.save();
  expect(there.written).toEqual(['gpu/noise.slang']);
  expect(textOf('noise.slang')).toBe('theirs');
});

it('saving does not save a project opened during the permission prompt to another project’s files', async () => {
  const page = createDiskPage();
  const there = createFakeDisk({ 'a.slang': MAIN_SOURCE });
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

it('saving says why a file was not saved, and offers a download', async () => {
  const { page, there } = await openedFile();
  page.editMain('mine');
  there.permission = 'denied';
  await page.session.save();
  expect(page.state().notice?.kind).toBe('not-saved');
  expect(page.texts()).toEqual([
    'Your browser did not allow saving to a.slang. Choose Save again and allow it, or download the project.',
  ]);
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

it('saving says which new files have no folder', async () => {
  const { page, textOf } = await openedFile();
  page.editMain('mine');
  page.workspace.setFiles(openFiles([{ path: 'b.slang', text: '' }]));
  await page.session.save();
  expect(textOf('a.slang')).toBe('mine');
  expect(page.texts()).toEqual([expect.stringContaining('b.slang is new and not on your disk.')]);
});

it('saving never writes another project into the files, even after undo past the opening', async () => {
  const page = createDiskPage();
  await page.openSource({ text: 'before', uri: 'https://example.test/', demo: null });
  const there = createFakeDisk({ 'a.slang': MAIN_SOURCE });
  await page.openFiles(there, 'a.slang');
  page.source.edited(() => 'before', 1);
  await page.session.save();
  expect(there.written).toEqual([]);
  expect(page.downloads.map(({ name }) => name)).toEqual(['user.slang']);
  page.source.edited(() => 'mine', 2);
  await page.session.save();
  expect(there.texts.get('a.slang')).toBe('mine');
});

it('outside changes are reported once and included after a reload', async () => {
  const { page, there } = await opened({ 'main.slang': MAIN_SOURCE, 'b.slang': 'module b;' });
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

it('outside changes are not reported for files that were only touched', async () => {
  const { page, there } = await openedFile();
  there.touch('a.slang');
  await page.session.checkOutside();
  expect(page.state().notice).toBeNull();
  page.editMain('mine');
  await page.session.save();
  expect(page.state().question).toBeNull();
});

it('outside changes do not replace the project if its main file is gone', async () => {
  const { page, there, textOf } = await opened({
    'main.slang': MAIN_SOURCE,
    'b.slang': 'module b;',
  });
  there.texts.delete('main.slang');
  await page.session.checkOutside();
  expect(page.state().notice).toEqual({ kind: 'changed-outside', paths: ['main.slang'] });
  await page.session.reload();
  expect(page.project().main).toBe(MAIN_SOURCE);
  expect(page.texts()).toEqual([
    'main.slang can no longer be read, so the project stays as it is. Save writes the file again.',
  ]);
  page.editMain('mine');
  await page.session.save();
  expect(textOf('main.slang')).toBe('mine');
});

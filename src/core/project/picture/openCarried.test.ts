import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDiskPage } from '../../../../tests/support/diskPage.ts';

const TEXTS = { 'user.slang': 'main text', 'noise.slang': 'module noise;' };
const GOOD = {
  ...{ version: 1, main: 'user.slang', target: 'HLSL', entryPoint: 'draw' },
  files: Object.entries(TEXTS).map(([path, text]) => ({ path, text })),
  assets: [{ path: 'cat.png', type: 'image/png', data: 'AAAA' }],
  ...{ uniforms: { level: 0.5 }, resolution: 1, frame: null, seed: 7 },
};

const pack = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64url');

function pictureWith(packed: string, name = 'circle.png', type = 'image/png'): File {
  const content = Buffer.from(`tEXtSlang Playground\0${packed}`);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return new File([signature, length, content, sum], name, { type });
}

async function choose(...files: readonly File[]) {
  const page = createDiskPage();
  const found = files.map((file) => ({ path: file.name, read: async () => file, handle: null }));
  page.disk.pickFiles.mockResolvedValue(found);
  await page.session.openFiles();
  return page;
}

const AS_IMAGE = 'To use the picture itself, add it in “Images and data”.';
const AGAIN =
  'Get the original file: programs that edit or send pictures may change what is in it.';

describe('opening a picture', () => {
  it('opens a project as foreign, with its settings', async () => {
    const page = await choose(pictureWith(pack(GOOD)));
    expect(page.project()).toEqual({
      ...{ main: 'main text', files: [['noise.slang', 'module noise;']], assets: ['cat.png'] },
    });
    const opened = { foreign: true, demo: null, uri: 'https://example.test/demos/user.slang' };
    expect(page.openSource.mock.calls).toMatchObject([[opened]]);
    expect(page.store.getState()).toMatchObject({
      ...{ target: 'HLSL', entryPoint: 'draw', uniformValues: { level: 0.5 }, seed: 7 },
    });
    expect(page.state().working).toBeNull();
    expect(page.texts()).toEqual(['Opened the project in circle.png.', AS_IMAGE]);
  });

  it('opens the project without unusable images, and says so', async () => {
    const assets = [{ path: 'bad.png', type: 'image/png', data: 'AAAA' }];
    const page = await choose(pictureWith(pack({ ...GOOD, assets })));
    expect(page.project().assets).toEqual([]);
    expect(page.texts()).toEqual([
      'Opened the project in circle.png.',
      'circle.png’s image or data bad.png is empty.',
      AS_IMAGE,
    ]);
  });

  it('does not make Save overwrite the picture', async () => {
    const page = await choose(pictureWith(pack(GOOD)));
    await page.session.save();
    expect(page.downloads).toHaveLength(1);
  });

  const outside = { ...GOOD, files: [...GOOD.files, { path: '../a.slang', text: '' }] };
  const outer = /^The project in circle.png has a file "\.\.\/a\.slang", which is not opened\./;

  it.each([
    [
      'that is garbage',
      'eJwAAAA',
      `The project in circle.png is damaged: it is cut off or changed, or something follows its end. ${AGAIN}`,
    ],
    [
      'of a later version',
      pack({ ...GOOD, version: 2 }),
      'circle.png needs a newer version of the playground: circle.png has format 2, and this version reads 1. Reload the page to get the newest version, then open circle.png again.',
    ],
    ['with a file in a system folder', pack(outside), expect.stringMatching(outer)],
  ])('reports a project %s, and keeps the open project', async (_, packed, reason) => {
    const page = await choose(pictureWith(packed));
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.texts()).toEqual([reason, AS_IMAGE]);
    expect(page.state().working).toBeNull();
  });

  it('reports a damaged chunk', async () => {
    const file = pictureWith(pack(GOOD));
    const page = await choose(new File([file.slice(0, -1), 'x'], 'a.png', { type: 'image/png' }));
    const reason = `The project in a.png is damaged: its checksum is wrong. ${AGAIN}`;
    expect(page.texts()).toEqual([reason, AS_IMAGE]);
  });

  it('treats a picture from another tool, or one of several files, like any file', async () => {
    const other = await choose(new File(['x'], 'cat.png'));
    expect(other.texts()).toEqual([expect.stringMatching(/^cat\.png has no source file/)]);
    const page = await choose(pictureWith(pack(GOOD)), new File(['// text'], 'main.slang'));
    expect(page.project()).toMatchObject({ main: '// text' });
  });

  it('is cancelled if something else is opened meanwhile', async () => {
    const page = createDiskPage();
    const file = pictureWith(pack(GOOD));
    const opening = page.session.openCarried(file, { kind: 'project', packed: pack(GOOD) });
    const newer = new File(['newer'], 'b.slang');
    page.disk.pickFiles.mockResolvedValue([
      { path: newer.name, read: async () => newer, handle: null },
    ]);
    await Promise.all([opening, page.session.openFiles()]);
    expect(page.project()).toEqual({ main: 'newer', files: [], assets: [] });
    expect(page.texts()).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { InputChange, RunView } from '#core/project/runView.ts';
import { fail, ok } from '#core/util/result.ts';
import { CAT_ASSET, linksWith } from '../../../../tests/support/projectLinks.ts';
import { createRandom } from '../../../../tests/support/random.ts';
import type { SharedProject } from './linkService.ts';
import { readMoment } from './links.ts';
import { decodeText, encodeSource, MAX_LINK_LENGTH } from './shareLink.ts';
import { MAX_LINKED_ASSET_BYTES } from './unpackProject.ts';
import { readUrlParameters } from './urlParameters.ts';

const PAGE = new URL('https://example.test/some/folder/?demo=circle&host=1#part');

const SHARED: SharedProject = {
  text: 'import noise;\r\n// Ünïcode ⇒ 🌀\n',
  files: [
    { path: 'noise.slang', text: 'public float noise() { return 1; }\n' },
    { path: 'lib/empty.slang', text: '' },
  ],
  assets: [CAT_ASSET],
  ...{ target: 'SPIRV', entryPoint: 'draw', seed: 1, givenName: null, view: null },
};

const VIEW: RunView = {
  ...{ uniformValues: {}, resolution: 1, seed: 1, animations: {}, frame: null },
};

/** The project that opens from a link to these files. */
const asOpened = ({ seed, givenName, ...shared }: SharedProject) => ({ ...shared, note: null });

const changeAt = (frame: number, x: number): InputChange => ({
  ...{ frame, mouse: [x, 0, 0, 0], keys: [] },
});

const noise = (frame: number) => Math.imul(frame, 0x9e3779b1) / 7;

const CAT = { 'cat.png': new Uint8Array([0, 255, 1, 254]) };

async function linkTo(shared: SharedProject, contents: Readonly<Record<string, Uint8Array>> = CAT) {
  const link = await linksWith(contents).links.build(PAGE, shared);
  if (!link.ok) throw new Error(link.error);
  return link.value;
}

function packedIn(href: string): string {
  const { source } = readUrlParameters(new URL(href));
  return source.kind === 'project' ? source.packed : '';
}

describe('a link to a project', () => {
  it('carries the project in the fragment and restores it byte for byte', async () => {
    const { href, note } = await linkTo(SHARED);
    expect(href).toMatch(
      /^https:\/\/example\.test\/some\/folder\/\?host=1#target=SPIRV&project=[\w-]+$/,
    );
    expect(note).toBeNull();
    const { links, kept } = linksWith();
    expect(await links.unpackProject(packedIn(href))).toEqual(ok(asOpened(SHARED)));
    expect(kept).toEqual(new Map(Object.entries(CAT)));
  });

  it('has the same format as a link with code if there is only one file', async () => {
    const { href } = await linkTo({ ...SHARED, files: [], assets: [] });
    const { target, source } = readUrlParameters(new URL(href));
    const code = await encodeSource(SHARED.text);
    expect([target, source]).toEqual(['SPIRV', { kind: 'code', code: code.ok && code.value }]);
  });

  const keyDown: InputChange = { frame: 7, mouse: [10.5, 20, -1, 0], keys: ['w', 'Space'] };

  it.each<Partial<RunView>>([
    { uniformValues: { level: 0.5, tint: [1, 0, 0.25] }, resolution: 'device' },
    { uniformValues: { 'camera orbit': [-3.1, 1.5, 1e5], 'camera target': [1e-3, -70, 4] } },
    { frame: { number: 120, time: 2.0125 } },
    { frame: { number: 120, time: 2, inputs: [changeAt(0, 0), keyDown] } },
    { seed: 4_294_967_295 },
    { animations: { level: { shape: 'noise', from: 0.25, to: -1, period: 4 } } },
    {},
  ])('carries the view %j, even for one file', async (part) => {
    const shared = { ...SHARED, files: [], assets: [], view: { ...VIEW, ...part } };
    const { href } = await linkTo(shared);
    expect(await linksWith().links.unpackProject(packedIn(href))).toEqual(ok(asOpened(shared)));
  });

  it('shows the frame and a non-default seed in the address', async () => {
    const frame = { number: 120, time: 2 };
    const view = { ...VIEW, seed: 7, frame };
    expect((await linkTo({ ...SHARED, seed: 7, view })).href).toMatch(/&frame=120&seed=7$/);
    expect((await linkTo({ ...SHARED, seed: 7 })).href).toMatch(/#.*&seed=7$/);
    const code = await linkTo({ ...SHARED, files: [], assets: [], seed: 7 });
    expect(code.href).toMatch(/\?host=1&target=SPIRV&code=[\w-]+&seed=7$/);
  });

  it('omits the name, seed and animations if they have their defaults', async () => {
    const { href } = await linkTo({ ...SHARED, view: VIEW });
    expect(href).toMatch(/#target=SPIRV&project=[\w-]+$/);
    const unpacked = await decodeText(packedIn(href), {
      ...{ name: 'project', maxBytes: 1e6, instead: '' },
    });
    const { uniforms, resolution, frame, ...rest } = JSON.parse(unpacked.ok ? unpacked.value : '');
    expect({ uniforms, resolution, frame }).toEqual({ uniforms: {}, resolution: 1, frame: null });
    expect(Object.keys(rest).join(' ')).toBe('version files main target entryPoint assets');
  });

  it.each([
    ['too many changes', Array.from({ length: 20_001 }, (_, frame) => changeAt(frame, 0))],
    ['too many bytes', Array.from({ length: 19_000 }, (_, frame) => changeAt(frame, noise(frame)))],
  ])('leaves out mouse and keys with %s, and says so', async (_, inputs) => {
    const frame = { number: 30_000, time: 500, inputs };
    const { href, note } = await linkTo({ ...SHARED, view: { ...VIEW, frame } });
    expect(note).toBe(
      'The link leaves out the mouse and key input before its frame: it carries at most 20,000 changes, ' +
        'of 64 kB in all. Pause at an earlier frame, then share again.',
    );
    const opened = await linksWith().links.unpackProject(packedIn(href));
    expect(opened.ok && opened.value.view?.frame).toEqual({ number: 30_000, time: 500 });
  });

  it('carries 20,000 changes that compress well', async () => {
    const inputs = Array.from({ length: 20_000 }, (_, frame) => changeAt(frame, 0));
    const frame = { number: 30_000, time: 500, inputs };
    const { href, note } = await linkTo({ ...SHARED, view: { ...VIEW, frame } });
    expect(note).toBeNull();
    const opened = await linksWith().links.unpackProject(packedIn(href));
    expect(opened.ok && opened.value.view?.frame?.inputs).toEqual(inputs);
  });

  it('leaves out and names images and data that are too large or missing', async () => {
    const sizes = { 'large.png': MAX_LINKED_ASSET_BYTES, 'cat.png': 100, 'gone.bin': 7 };
    const assets = Object.entries(sizes).map(([path, size]) => {
      return { ...CAT_ASSET, path, size, hash: `hash of ${path}` };
    });
    const contents = Object.fromEntries(
      assets.slice(0, 2).map(({ path, size }) => [path, new Uint8Array(size)]),
    );
    const { href, note } = await linkTo({ ...SHARED, assets }, contents);
    expect(note).toBe(
      'The link leaves out large.png (192 kB): it carries at most 200 images and data files, of 192 kB in all. ' +
        'Use “Download zip” in the menu “Project”, and share that file instead.\n' +
        'The link leaves out gone.bin: this browser does not have the content. ' +
        'Add the file again under its name, then share again.',
    );
    const project = await linksWith().links.unpackProject(packedIn(href));
    expect(project.ok && project.value.assets.map(({ path }) => path)).toEqual(['cat.png']);
  });

  it('carries only as many images as an opened project may have', async () => {
    const paths = Array.from({ length: 201 }, (_, index) => `${index}.png`);
    const assets = paths.map((path) => ({ ...CAT_ASSET, path, size: 1 }));
    const contents = Object.fromEntries(paths.map((path) => [path, new Uint8Array(1)]));
    const { href, note } = await linkTo({ ...SHARED, assets }, contents);
    expect(note).toContain('The link leaves out 200.png (1 kB): it carries at most 200 images');
    const project = await linksWith().links.unpackProject(packedIn(href));
    expect(project.ok && project.value.assets.length).toBe(200);
  });

  it('is rejected if browsers would not open it', async () => {
    const random = createRandom(1);
    const letters = Array.from({ length: 3_000_000 }, () => String.fromCharCode(32 + random(95)));
    const files = [{ path: 'noise.slang', text: letters.join('') }];
    const error = `but browsers open at most ${MAX_LINK_LENGTH}. Use “Download`;
    expect(await linksWith().links.build(PAGE, { ...SHARED, files })).toEqual(
      fail(expect.stringContaining(error)),
    );
  });
});

const NO_VIEW: RunView = {
  ...{ uniformValues: { level: 0.5 }, resolution: 'device', seed: 3, animations: {}, frame: null },
};

const at = (frame: string | null, seed: string | null = null, view: RunView | null = null) =>
  readMoment({ ...(frame !== null && { frame }), ...(seed !== null && { seed }) }, { view });

describe('a frame and a seed in an address', () => {
  it('select the frame at fixed steps and the seed, with defaults for the rest', () => {
    expect(at('120', '7')).toEqual({
      view: {
        ...{ uniformValues: {}, resolution: 1, seed: 7, animations: {} },
        frame: { number: 120, time: 2 },
      },
      seed: 7,
      givenName: null,
      note: null,
    });
  });

  it('override those of the packed view and keep its other settings', () => {
    const frame = { number: 9, time: 0.15 };
    expect(at(null, '7', { ...NO_VIEW, frame })).toMatchObject({
      view: { ...NO_VIEW, seed: 7, frame },
      seed: 7,
    });
    expect(at('60', null, { ...NO_VIEW, frame })).toMatchObject({
      view: { ...NO_VIEW, frame: { number: 60, time: 1 } },
      seed: null,
    });
  });

  it('keep the time of the packed frame if the number is the same', () => {
    const frame = { number: 9, time: 0.16, inputs: [] };
    expect(at('9', null, { ...NO_VIEW, frame }).view.frame).toBe(frame);
  });

  it('keep the packed inputs up to a different frame', () => {
    const change = (frame: number): InputChange => ({ frame, mouse: [frame, 0, 0, 0], keys: [] });
    const frame = { number: 9, time: 0.16, inputs: [change(0), change(4), change(8)] };
    expect(at('6', null, { ...NO_VIEW, frame }).view.frame).toEqual({
      ...{ number: 6, time: 0.1, inputs: [change(0), change(4)] },
    });
  });

  it.each(['0', '2147483647', ' 5 '])('accept the frame %j', (frame) => {
    expect(at(frame).view.frame?.number).toBe(Number(frame));
  });

  it.each(['', 'abc', '-1', '1.5', '1e3', '2147483648', '99999999999', 'x'.repeat(1e6)])(
    'are ignored with a message if the frame is invalid: %.20j',
    (frame) => {
      const { view, note } = at(frame, '7');
      expect(view).toMatchObject({ frame: null, seed: 7 });
      expect(note).toMatch(
        /^The address gives the frame ".*".*, which is left out\. Write frame= and a whole number from 0 to 2147483647\.$/,
      );
      expect(note?.length).toBeLessThan(400);
    },
  );

  it.each(['', 'abc', '-1', '4294967296'])('ignore an invalid seed: %j', (seed) => {
    expect(at('3', seed)).toEqual({
      view: expect.objectContaining({ seed: 1, frame: { number: 3, time: 0.05 } }),
      ...{ seed: null, givenName: null },
      note: `The address gives the random seed "${seed}", which is left out. Write seed= and a whole number from 0 to 4294967295.`,
    });
  });

  it('come with the project’s name, without hidden characters and unless it is blank', () => {
    expect(readMoment({ name: ' My\u202e waves ' }, {}).givenName).toBe('My waves');
    expect(readMoment({ name: ' ' }, {}).givenName).toBeNull();
  });

  it('report both faults after the message of the source', () => {
    const { note } = readMoment({ frame: 'a', seed: 'b' }, { note: 'The link is old.' });
    expect(note?.split('\n')).toEqual(['The link is old.', expect.any(String), expect.any(String)]);
  });
});

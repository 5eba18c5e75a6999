import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ok } from '#core/util/result.ts';
import { linksWith } from '../../../../tests/support/projectLinks.ts';

const pack = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64url');

async function refusal(packed: string): Promise<string> {
  const project = await linksWith().links.unpackProject(packed);
  return project.ok ? 'was opened' : project.error;
}

describe('a project in a link', () => {
  const GOOD = {
    ...{ version: 1, files: [{ path: 'user.slang', text: 'a' }], main: 'user.slang' },
    ...{ target: 'WGSL', entryPoint: null, assets: [] },
  };
  const SAW = { shape: 'saw', from: 0, to: 1, period: 1 };
  const CHANGE = [4, 0, 0, 0, 0];
  const withInputs = (inputs: unknown) => ({ frame: { number: 9, time: 0.15, inputs } });
  const damaged = (what: string) =>
    `The project in the link is damaged: ${what}. Ask for a new link.`;

  it('may omit parts with defaults, and contain parts of a later version', async () => {
    const { version, files, main } = GOOD;
    const packed = pack({ version, files, main, target: 'NEW', later: { a: [1] } });
    expect(await linksWith().links.unpackProject(packed)).toEqual(
      ok({
        ...{ text: 'a', files: [], assets: [], target: null, entryPoint: null },
        ...{ view: null, note: null },
      }),
    );
  });

  it('of a later version is rejected with advice', async () => {
    expect(await refusal(pack({ ...GOOD, version: 2 }))).toBe(
      'This link needs a newer version of the playground: the link has format 2, and this version reads 1. ' +
        'Reload the page to get the newest version, then open the link again.',
    );
  });

  const asset = (data: object) => ({ assets: [{ path: 'a.png', type: 'image/png', ...data }] });
  const animated = (change: object, name = 'a') => ({
    animations: { [name]: { ...SAW, ...change } },
  });
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`a${at}`, SAW]));
  const manyInputs = Array.from({ length: 20_001 }, () => [0, 0, 0, 0, 0]);

  it.each<[string, object, string]>([
    ['no version', { version: '1' }, 'it is not a project'],
    ['version 0', { version: 0 }, 'its version is 0'],
    ['no files', { files: {} }, 'it has no list of files'],
    ['no main file', { main: 'other.slang' }, 'it has no main file'],
    ['a number', { files: [{ path: 'user.slang', text: 1 }] }, 'its file 1 has no name and text'],
    ['null as a file', { files: [null] }, 'its file 1 has no name and text'],
    ['an invalid entry point', { entryPoint: {} }, 'its entry point is not a name'],
    ['assets that are not a list', { assets: 'x' }, 'it has no list of images and data'],
    ['an asset without content', asset({}), 'its image or data 1 cannot be read'],
    ['an asset that is not base64', asset({ data: '<' }), 'its image or data 1 cannot be read'],
    ['invalid uniforms', { uniforms: { a: 'b' } }, 'its uniform values cannot be read'],
    ['an invalid resolution', { resolution: 1e9 }, 'its resolution cannot be read'],
    ['an invalid frame', { frame: { number: 1.5, time: 0 } }, 'its frame cannot be read'],
    ['a frame that never comes', { frame: { number: 1e12, time: 0 } }, 'its frame cannot be read'],
    ['an invalid time', { frame: { number: 1, time: -1 } }, 'its frame cannot be read'],
    ['a negative seed', { seed: -1 }, 'its random seed cannot be read'],
    ['a broken seed', { seed: 1.5 }, 'its random seed cannot be read'],
    ['an unknown shape', animated({ shape: 'square' }), 'its animations cannot be read'],
    ['an animation with no period', animated({ period: 0 }), 'its animations cannot be read'],
    ['a slider with a long name', animated({}, 'a'.repeat(101)), 'its animations cannot be read'],
    ['too many animations', { animations: many }, 'its animations cannot be read'],
    ['inputs that are not a list', withInputs({}), 'its mouse and keys cannot be read'],
    ['too many inputs', withInputs(manyInputs), 'its mouse and keys cannot be read'],
  ])('with %s is rejected', async (_, change, what) => {
    expect(await refusal(pack({ ...GOOD, ...change }))).toBe(damaged(what));
  });

  it.each([
    ...['null', '{"frame":5,"mouse":[0,0,0,0],"keys":[]}', '[]', '[0.5,0,0,0,0]', '[6,0,0,0,0]'],
    ...['[-1,0,0,0,0]', '[1,0,0,0]', '[1,0,0,0,"0"]', '[1,0,0,0,null]', '[1,0,0,0,0,1]'],
    ...[`[1,0,0,0,0,"${'w'.repeat(101)}"]`, `[1,0,0,0,0${',"w"'.repeat(101)}]`],
  ])('with mouse and keys that change to %.50s is rejected', async (change) => {
    const project = { ...GOOD, ...withInputs([CHANGE, JSON.parse(change)]) };
    const what = 'its change 2 of mouse and keys cannot be read';
    expect(await refusal(pack(project))).toBe(damaged(what));
  });

  it.each([
    ...['../etc/passwd.slang', '/user.slang', '__proto__', 'con.slang', 'playground.slang'],
    ...['a b.slang', 'USER.slang', 'x.exe', ''],
  ])('with a file named %j is rejected', async (path) => {
    const files = [...GOOD.files, { path, text: '' }];
    expect(await refusal(pack({ ...GOOD, files }))).toMatch(
      /^The project in the link has a file ".*", which is not opened\. ./,
    );
  });

  it('with two files of the same name is rejected, even if one is an image', async () => {
    const twice = [...GOOD.files, { path: 'a.slang', text: '' }, { path: 'A.slang', text: '' }];
    expect(await refusal(pack({ ...GOOD, files: twice }))).toContain('has a file "A.slang"');
    const { assets } = asset({ data: '' });
    const doubled = { ...GOOD, assets: [...assets, ...assets] };
    expect(await refusal(pack(doubled))).toContain('has a file "a.png"');
  });

  it('with 10,000 files is rejected immediately', async () => {
    const files = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}.slang`, text: '' }));
    expect(await refusal(pack({ ...GOOD, files }))).toBe(
      'The project in the link has 10000 files; at most 200 are opened. Ask the sender for a smaller project.',
    );
  });

  it('with too much text is rejected, packed or not', async () => {
    const files = [...GOOD.files, { path: 'a.slang', text: 'x'.repeat(2 ** 22 + 1) }];
    expect(await refusal(pack({ ...GOOD, files }))).toContain(
      'have 4,194,306 bytes; at most 4,194,304',
    );
    expect(await refusal(pack({ ...GOOD, other: 'x'.repeat(13 * 2 ** 20) }))).toBe(
      'The project in the link unpacks to more than 12582912 bytes, which is the most that is opened. ' +
        'Ask the sender to download the project as a zip, then open that file here.',
    );
  });

  it('changes no prototype, whatever names it contains', async () => {
    const json = JSON.stringify({ ...GOOD, uniforms: { safe: 1 } })
      .replace('"safe"', '"__proto__"')
      .replace('{', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},');
    const project = await linksWith().links.unpackProject(deflateSync(json).toString('base64url'));
    expect(project.ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('that is cut off, deeply nested or a list is rejected with the reason', async () => {
    const packed = pack(GOOD);
    expect(await refusal(packed.slice(0, -8))).toBe(
      'The project in the link is damaged: it is cut off or changed, or something follows its end. ' +
        'Copy the whole link once more, from its first character to its last.',
    );
    const nested = deflateSync('['.repeat(1_000_000)).toString('base64url');
    expect(await refusal(nested)).toBe(damaged('it is not a project'));
    expect(await refusal(pack([]))).toBe(damaged('it is not a project'));
  });

  it('opens without unusable images, and says so', async () => {
    const content = { type: 'image/png', data: 'AAAA' };
    const assets = ['bad.png', 'good.png'].map((path) => ({ path, ...content }));
    const project = await linksWith().links.unpackProject(pack({ ...GOOD, assets }));
    const note = 'The link’s image or data bad.png is empty.';
    expect(project).toMatchObject({ value: { assets: [{ path: 'good.png' }], note } });
  });
});

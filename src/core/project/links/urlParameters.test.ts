import { describe, expect, it } from 'vitest';
import { withCode, withProject } from './shareLink.ts';
import { readUrlParameters, withDemo, withoutSource, withTarget } from './urlParameters.ts';

const PAGE = 'https://example.test/folder/';

const read = (rest: string) => readUrlParameters(new URL(PAGE + rest));

const NONE = { kind: 'none' };
const CIRCLE = { kind: 'demo', name: 'circle' };
const NO_VIEW = 'The address gives the view "Debug". There are: code, compile, debug, picture.';

describe('the parameters of an address', () => {
  it.each([
    ['', null, NONE],
    ['?', null, NONE],
    ['#section', null, NONE],
    ['?other=1&Target=HLSL', null, NONE],
    ['?target=HLSL', 'HLSL', NONE],
    ['?demo=circle', null, CIRCLE],
    ['?demo=CIRCLE.SLANG', null, CIRCLE],
    ['?demo=Volume-Slice.slang', null, { kind: 'demo', name: 'volume-slices' }],
    ['?demo=constructor', null, { kind: 'demo', name: 'constructor' }],
    ['?target=SPIRV&demo=simple-image', 'SPIRV', { kind: 'demo', name: 'simple-image' }],
    ['?demo=https://other.test/a', null, { kind: 'demo-url', url: 'https://other.test/a' }],
    ['?demo=HTTP%3A%2F%2Fa.test%3A81%2Fb', null, { kind: 'demo-url', url: 'http://a.test:81/b' }],
    ['?demo=circle&code=eJw', null, { kind: 'code', code: 'eJw' }],
    ['?code=', null, { kind: 'code', code: '' }],
    ['?code=%E0%A4%A', null, { kind: 'code', code: '\ufffd%A' }],
    ['#target=HLSL&project=eJw', 'HLSL', { kind: 'project', packed: 'eJw' }],
    ['?demo=circle&code=eJw#project=eJx', null, { kind: 'project', packed: 'eJx' }],
    ['?project=eJw&demo=circle', null, CIRCLE],
    ['#target=CUDA&code=eJw', 'CUDA', { kind: 'code', code: 'eJw' }],
    ['?target=HLSL&demo=circle#code=eJw', 'HLSL', { kind: 'code', code: 'eJw' }],
    ['?target=HLSL&code=eJw#target=GLSL', 'GLSL', { kind: 'code', code: 'eJw' }],
    ['?code=eJw#demo=circle', null, CIRCLE],
  ])('are read from %s', (rest, target, source) => {
    expect(read(rest)).toEqual({ target, source, arrangement: null, messages: [] });
  });

  it.each([
    ['?view=debug', 'debug', []],
    ['?view=debug#view=picture', 'picture', []],
    ['#demo=circle&view=compile', 'compile', []],
    ['?view=Debug', null, [NO_VIEW]],
  ])('include the arrangement of the page: %s', (rest, arrangement, messages) => {
    expect(read(rest)).toMatchObject({ arrangement, messages });
  });

  it.each([
    ['?demo=circle&frame=120&seed=7', { frame: '120', seed: '7' }],
    ['#demo=circle&frame=120', { frame: '120' }],
    ['?seed=7&demo=circle', { seed: '7' }],
    ['?demo=circle&frame=', { frame: '' }],
    ['?demo=rings&frame=1#demo=circle&seed=x', { seed: 'x' }],
  ])('include the frame and the seed beside the source: %s', (rest, moment) => {
    expect(read(rest)).toMatchObject({ source: { ...CIRCLE, moment }, messages: [] });
  });

  it('include the frame and the seed for any source, and for none', () => {
    const moment = { frame: '1' };
    expect(read('?code=eJw&frame=1').source).toEqual({ kind: 'code', code: 'eJw', moment });
    expect(read('#project=eJw&frame=1').source).toEqual({ kind: 'project', packed: 'eJw', moment });
    expect(read('?frame=1&seed=2').source).toEqual(NONE);
    expect(read('?frame=1#code=eJw').source).toEqual({ kind: 'code', code: 'eJw' });
  });

  const LONG = 'x'.repeat(1_000_000);

  it.each([
    ['?target=hlsl', 'hlsl'],
    ['?target', ''],
    ['?target=%3Cb%3Ebold', '<b>bold'],
    ['?target=%FF%zz', '\ufffd%zz'],
    ['?target=HLSL%20', 'HLSL '],
    ['?target=__proto__', '__proto__'],
    [`?target=${LONG}`, `"${'x'.repeat(80)}"… (1000000 characters)`],
    ['#target=FORTRAN', 'FORTRAN'],
  ])('include only an existing target, and report any other: %.30s', (rest, shown) => {
    const messages = [`Invalid target specified in URL: ${shown}`];
    expect(read(rest)).toMatchObject({ target: null, source: NONE, messages });
  });

  it.each([
    ...['../../secret', '/etc/passwd', 'folder/demo', '//other.test/a.slang', 'https:other.test'],
    ...['httpsomething.slang.slang', 'javascript:alert(1)', 'data:text/plain,hello'],
    ...['blob:https://example.test/1', 'file:///etc/passwd', '.slang', 'circle\0', 'circle\n'],
    ...[' circle', '', LONG],
  ])('reject an invalid name of a demo: %.30j', (demo) => {
    const shown =
      demo === LONG ? `"${'x'.repeat(80)}"… (1000000 characters)` : JSON.stringify(demo);
    const advice =
      'A demo is named by letters, digits, - and _, such as circle, or by an address that starts with http:// or https://.';
    expect(read(`?demo=${encodeURIComponent(demo)}`)).toMatchObject({
      ...{ target: null, source: NONE, messages: [`There is no demo named ${shown}. ${advice}`] },
    });
  });

  it.each([
    ['https://', 'is not valid'],
    ['http://[', 'is not valid'],
    [
      'https://me:secret@other.test/a',
      'has a user name or password, which a browser does not send',
    ],
  ])('reject the demo address %s', (demo, what) => {
    const messages = [`The demo's address "${demo}" ${what}.`];
    expect(read(`?demo=${demo}`)).toMatchObject({ target: null, source: NONE, messages });
  });

  it('use the first of several values, with a message', () => {
    expect(read('?target=HLSL&target=GLSL&demo=circle&demo=../x&code=eJw&code=eJw')).toMatchObject({
      ...{ target: 'HLSL', source: { kind: 'code', code: 'eJw' } },
      messages: ['target', 'demo', 'code'].map(
        (name) => `The address gives ${name} more than once; the first is taken.`,
      ),
    });
  });

  it('give the project if there are other sources, which are reported', () => {
    expect(read('#demo=circle&code=eJw&project=eJx')).toMatchObject({
      ...{ target: null, source: { kind: 'project', packed: 'eJx' } },
      messages: ['The address gives project and code and demo; the project is taken.'],
    });
  });
});

describe('the address bar', () => {
  const change = (rest: string, by: (address: URL) => URL) =>
    by(new URL(PAGE + rest)).href.slice(PAGE.length);

  it.each([
    ['', '?target=HLSL'],
    ['?a=%20b&target=SPIRV#part', '?a=+b&target=HLSL#part'],
    ['?demo=circle', '?demo=circle&target=HLSL'],
    ['?code=eJw', '?code=eJw&target=HLSL'],
    ['#code=eJw', '#code=eJw&target=HLSL'],
    ['#project=eJw', '#project=eJw&target=HLSL'],
    ['?target=CUDA&demo=circle#target=GLSL&code=eJw', '?demo=circle#target=HLSL&code=eJw'],
    ['?target=nonsense&target=x', '?target=HLSL'],
  ])('gets a target: %s', (before, after) => {
    expect(change(before, (address) => withTarget(address, 'HLSL'))).toBe(after);
  });

  it.each([
    ['', '?demo=rings'],
    ['?a=1#part', '?a=1&demo=rings#part'],
    ['?target=HLSL&demo=circle', '?target=HLSL&demo=rings'],
    ['?target=nonsense&code=eJw', '?demo=rings'],
    ['#target=HLSL&code=eJw', '?target=HLSL&demo=rings'],
    ['?demo=https://other.test/a', '?demo=rings'],
  ])('gets a demo: %s', (before, after) => {
    expect(change(before, (address) => withDemo(address, 'rings'))).toBe(after);
  });

  it.each([
    ['', ''],
    ['?target=HLSL&demo=circle', '?target=HLSL'],
    ['?demo=circle#code=eJw', ''],
    ['?demo=circle#project=eJw', ''],
    ['?project=host#project=eJw&target=HLSL', '?project=host&target=HLSL'],
    ['#target=HLSL&code=eJw', '?target=HLSL'],
    ['?a=1&code=eJw#part', '?a=1#part'],
  ])('loses its source: %s', (before, after) => {
    expect(change(before, withoutSource)).toBe(after);
  });

  it('loses the frame and the seed with the source, but keeps them if the target changes', () => {
    const before = '?a=1&demo=circle&frame=5&seed=7';
    expect(change(before, withoutSource)).toBe('?a=1');
    expect(change(before, (address) => withDemo(address, 'rings'))).toBe('?a=1&demo=rings');
    expect(change(before, (address) => withTarget(address, 'HLSL'))).toBe(`${before}&target=HLSL`);
  });

  it('gets the frame and a non-default seed after code or project', () => {
    const moment = { frame: 120, seed: 7, givenName: null };
    expect(change('?seed=3', (address) => withCode(address, 'WGSL', 'eJw', moment))).toBe(
      '?target=WGSL&code=eJw&frame=120&seed=7',
    );
    expect(change('', (address) => withProject(address, 'WGSL', 'eJx', moment))).toBe(
      '#target=WGSL&project=eJx&frame=120&seed=7',
    );
    const fromStart = { frame: null, seed: 1, givenName: null };
    const plain = change('', (address) => withCode(address, 'WGSL', 'eJw', fromStart));
    expect(plain).toBe('?target=WGSL&code=eJw');
  });

  it('gets the name of a named project', () => {
    const named = { frame: null, seed: 1, givenName: 'My waves' };
    const after = change('?name=old', (address) => withCode(address, 'WGSL', 'eJw', named));
    expect(after).toBe('?target=WGSL&code=eJw&name=My+waves');
    expect(change('?demo=circle&name=Old', withoutSource)).toBe('');
  });

  it('gets a project in the fragment, replacing other sources', () => {
    const before = '?a=1&demo=circle&code=x#target=HLSL&code=y';
    const after = change(before, (address) => withProject(address, 'WGSL', 'eJx'));
    expect(after).toBe('?a=1#target=WGSL&project=eJx');
  });

  it('gets code in the query up to 6,000 characters, replacing other sources', () => {
    const link = (length: number) =>
      change('?a=1&demo=circle&code=x#target=HLSL&code=y', (address) =>
        withCode(address, 'WGSL', 'e'.repeat(length)),
      );
    const most = 6000 - PAGE.length - '?a=1&target=WGSL&code='.length;
    expect(link(most)).toBe(`?a=1&target=WGSL&code=${'e'.repeat(most)}`);
    expect(link(most + 1)).toBe(`?a=1#target=WGSL&code=${'e'.repeat(most + 1)}`);
  });
});

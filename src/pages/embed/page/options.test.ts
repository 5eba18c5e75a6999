import { describe, expect, it } from 'vitest';
import { DEFAULT_POSTER, readFirstOptions } from '#core/project/embedCode/firstOptions.ts';
import type { SharedProject } from '#core/project/links/linkService.ts';
import { fail, ok } from '#core/util/result.ts';
import { DEFAULT_DEMO } from '#workspace/sources/sourceLoader.ts';
import { createRandom } from '../../../../tests/support/random.ts';
import { playgroundAddress, readOptions, startsPaused } from './options.ts';

const read = (rest: string) => readOptions(new URL(`https://playground.test/embed.html${rest}`));
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

describe('the options of an embed', () => {
  it('have defaults that apply when the address does not set them', () => {
    expect(read('')).toEqual({
      options: {
        ...{ autoplay: 'visible', theme: 'system', poster: 'demos/thumbnails/circle.webp' },
        ...{ showsControls: true, showsSource: false, showsTarget: false, uniforms: {} },
      },
      problems: [],
    });
    expect(DEFAULT_POSTER).toBe(DEFAULT_DEMO);
  });

  it('are read from the address', () => {
    const rest =
      '?demo=ocean&controls=off&source=on&target=SPIRV&autoplay=click&theme=dark&uniforms=speed:0.5,tint:ff8800,a.b:-1e2';
    expect(read(rest)).toEqual({
      options: {
        ...{ autoplay: 'click', theme: 'dark', poster: 'demos/thumbnails/ocean.webp' },
        ...{ showsControls: false, showsSource: true, showsTarget: true },
        uniforms: { speed: 0.5, tint: [1, 136 / 255, 0], 'a.b': -100 },
      },
      problems: [],
    });
  });

  it('read switches in several spellings', () => {
    const shows = ['0', 'false', 'OFF', '1', ''].map(
      (value) => read(`?controls=${value}`).options.showsControls,
    );
    expect(shows).toEqual([false, false, false, true, true]);
  });

  it.each([
    ['controls=maybe', 'controls "maybe" cannot be used: give on or off. “on” is taken instead.'],
    ['source=7', 'source "7" cannot be used: give on or off. “off” is taken instead.'],
    ['autoplay=yes', 'give visible, click or off. “visible” is taken instead.'],
    ['theme=pink', 'give light, dark, system or contrast. “system” is taken instead.'],
    ['uniforms=speed', 'uniform "speed" cannot be used'],
    ['uniforms=speed:fast', 'uniform "speed:fast" cannot be used'],
    ['uniforms=1:1', 'uniform "1:1" cannot be used'],
    ['uniforms=camera orbit:1/2', 'uniform "camera orbit:1/2" cannot be used'],
    ['uniforms=camera orbit:1/2/3/4', 'uniform "camera orbit:1/2/3/4" cannot be used'],
    ['uniforms=camera target:ff8800', 'uniform "camera target:ff8800" cannot be used'],
    ['uniforms=camera target:1//3', 'uniform "camera target:1//3" cannot be used'],
    ['uniforms=camera speed:1', 'uniform "camera speed:1" cannot be used'],
    ['poster=data:image/svg%2Bxml;base64,AAAA', 'at most 200 kB'],
    ['poster=https://other.test/a.png', 'poster "https://other.test/a.png" cannot be used'],
  ])('fall back to defaults with a message for %s', (query, message) => {
    const { options, problems } = read(`?${query}`);
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(options).toEqual(read('').options);
  });

  it('read the poster from the fragment and keep its plus signs', () => {
    const poster = `${PICTURE.slice(0, -2)}+w==`;
    expect(read(`#code=abc&poster=${poster}`).options.poster).toBe(poster);
    expect(read(`?poster=${encodeURIComponent(PICTURE)}`).options.poster).toBe(PICTURE);
  });

  it('reject a poster that is too large', () => {
    const large = `data:image/webp;base64,${'A'.repeat(300_000)}`;
    expect(read(`#poster=${large}`).options.poster).toBe('demos/thumbnails/circle.webp');
    const allowed = `data:image/webp;base64,${'A'.repeat(266_000)}`;
    expect(read(`#poster=${allowed}`).options.poster).toBe(allowed);
  });

  it('use a demo’s poster only for that demo', () => {
    const withCode = new URL('https://a.test/embed.html?demo=ocean#code=x');
    expect(readFirstOptions(withCode).poster).toBe(null);
    expect(read('?demo=https://other.test/x.slang').options.poster).toBe(null);
    expect(read('?demo=../../secret').options.poster).toBe(null);
  });

  it('read at most 200 uniforms', () => {
    const uniforms = Array.from({ length: 250 }, (_, i) => `u${i}:1`);
    const { options, problems } = read(`?uniforms=${uniforms}`);
    expect(Object.keys(options.uniforms)).toHaveLength(200);
    expect(problems).toHaveLength(1);
  });

  it('do not mistake inherited object properties for uniforms', () => {
    const { uniforms } = read('?uniforms=__proto__:1,constructor:2').options;
    expect(JSON.stringify(uniforms)).toBe('{"__proto__":1,"constructor":2}');
  });

  it.each([
    ['visible', false, false],
    ['visible', true, true],
    ['click', true, false],
    ['off', false, true],
  ])('with autoplay=%s and reduced motion %s, start paused: %s', (autoplay, wantsLess, paused) => {
    expect(startsPaused(read(`?autoplay=${autoplay}`).options, wantsLess)).toBe(paused);
  });

  it('never throw for any address', () => {
    const parts = ['controls', 'uniforms', 'poster', 'data:', 'on', ...'=&%:,# ☃'];
    const random = createRandom(1);
    for (let round = 0; round < 300; round += 1) {
      const rest = Array.from({ length: 12 }, () => parts[random(parts.length)]).join('');
      expect(() => read(`?${rest}`)).not.toThrow();
    }
  });
});

const PROJECT = { text: 'int a;' } as SharedProject;
const links = {
  build: async (page: URL) => ok({ href: `${page.href}#code=edited`, note: null }),
};
const addressOf = (embed: string, isAsOpened: boolean, using = links) =>
  playgroundAddress(new URL(embed), using, isAsOpened, () => PROJECT);

it.each([
  ['?demo=ocean&source=on&autoplay=click&theme=dark&uniforms=a:1', '?demo=ocean'],
  ['?controls=off&target=HLSL#code=abc&poster=data:x', '?target=HLSL#code=abc'],
  ['?origin=https://a.test#project=xyz', '#project=xyz'],
  ['?demo=ocean&frame=30&seed=4', '?demo=ocean&frame=30&seed=4'],
])('an unedited embed opens the source that it shows: %s', async (embed, expected) => {
  expect(await addressOf(`https://site.test/play/embed.html${embed}`, false)).toBe(
    `https://site.test/play/${expected}`,
  );
});

const none = { build: async () => fail('Too long.') } as unknown as typeof links;

it.each([
  ['the default demo is not named in the address', true, links, ''],
  ['an edited source is passed in a link', false, links, '#code=edited'],
  ['without a link, the playground opens without a source', false, none, ''],
])('%s', async (_name, isAsOpened, using, expected) => {
  const address = await addressOf('https://site.test/embed.html?source=on', isAsOpened, using);
  expect(address).toBe(`https://site.test/${expected}`);
});

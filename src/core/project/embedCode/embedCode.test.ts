import { describe, expect, it } from 'vitest';
import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { readOptions } from '#pages/embed/page/options.ts';
import {
  type EmbedChoices,
  elementCode,
  embedAddress,
  FIRST_CHOICES,
  frameCode,
  lengthNote,
} from './embedCode.ts';

const SITE = 'https://play.test/folder/';
const CONTENT = {
  ...{ site: SITE, demo: null, title: 'Waves & "sea"' },
  link: `${SITE}?target=WGSL&code=eJabc_-`,
};
const textOf = (result: { ok: boolean }) => ('value' in result ? String(result.value) : '');

describe('the code of a frame', () => {
  it('contains the source in the fragment, a sandbox, and only the chosen options', () => {
    expect(textOf(frameCode(CONTENT, FIRST_CHOICES))).toBe(
      '<iframe src="https://play.test/folder/embed.html#code=eJabc_-" title="Waves &amp; &quot;sea&quot;" width="100%" height="400" loading="lazy" allow="fullscreen" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" style="border: 0"></iframe>',
    );
  });

  it.each([
    [{ ...CONTENT, demo: 'circle' }, 'embed.html?demo=circle'],
    [
      { ...CONTENT, link: `${SITE}#target=HLSL&project=eJproject&frame=12&seed=7` },
      'embed.html#frame=12&seed=7&project=eJproject',
    ],
  ])('refers to its content by the shortest address: %j', (content, expected) => {
    expect(embedAddress(content, FIRST_CHOICES)).toEqual({ ok: true, value: SITE + expected });
  });

  it('contains options that the embed’s page reads back', () => {
    const choices: EmbedChoices = {
      ...{ controls: false, source: true, target: 'SPIRV', autoplay: 'click', theme: 'dark' },
      ...{ width: '', height: '400' },
      uniforms: { speed: 0.25, count: 123456, tiny: 1e-9, tint: [1, 0.5, 0] },
    };
    const address = new URL(textOf(embedAddress(CONTENT, choices)));
    const { options, problems } = readOptions(address);
    expect(problems).toEqual([]);
    expect(options).toMatchObject({
      ...{ showsControls: false, showsSource: true, showsTarget: true },
      ...{ autoplay: 'click', theme: 'dark' },
      uniforms: { speed: 0.25, count: 123456, tiny: 1e-9, tint: [1, expect.closeTo(0.5, 2), 0] },
    });
    expect(readUrlParameters(address)).toMatchObject({
      target: 'SPIRV',
      source: { kind: 'code', code: 'eJabc_-' },
    });
  });

  it('contains the camera’s exact values', () => {
    const uniforms = { 'camera orbit': [-2.5, 0.35, 12], 'camera target': [1e-7, 0, 300] } as const;
    const address = new URL(textOf(embedAddress(CONTENT, { ...FIRST_CHOICES, uniforms })));
    expect(address.searchParams.get('uniforms')).toBe(
      'camera orbit:-2.5/0.35/12,camera target:1e-7/0/300',
    );
    expect(readOptions(address)).toMatchObject({ options: { uniforms }, problems: [] });
  });

  it.each([
    [{ width: '640' }, 'width="640" height="400"'],
    [{ width: ' 64 ', height: '4096' }, 'width="64" height="4096"'],
  ])('has the size %j', (size, expected) => {
    expect(textOf(frameCode(CONTENT, { ...FIRST_CHOICES, ...size }))).toContain(expected);
  });

  it.each([
    [{ width: 'wide' }, 'width “wide”', ', or nothing to fill the column'],
    [{ height: '' }, 'height “”', ''],
    [{ height: '5000' }, 'height “5000”', ''],
    [{ height: '1"><script>' }, 'height “1"><script>”', ''],
  ])('refuses the size %j', (size, what, also) => {
    const error = `The ${what} is not a size: give 64 to 4096 pixels${also}.`;
    const choices = { ...FIRST_CHOICES, ...size };
    expect(frameCode(CONTENT, choices)).toEqual({ ok: false, error });
    expect(elementCode(CONTENT, '', choices)).toEqual({ ok: false, error });
  });

  it('is rejected if the project does not fit into an address', () => {
    const link = `${SITE}#project=${'A'.repeat(2_000_000)}`;
    const error = expect.stringMatching(
      /^The address would have 2,000,\d{3} characters, but browsers open at most 2,000,000\./,
    );
    expect(frameCode({ ...CONTENT, link }, FIRST_CHOICES)).toEqual({ ok: false, error });
  });

  it('warns that it is long', () => {
    expect(lengthNote('x'.repeat(8000))).toBeNull();
    expect(lengthNote('x'.repeat(12_345))).toMatch(/^The code has 12,345 characters\./);
  });
});

describe('the code of an element', () => {
  it('contains the escaped source', () => {
    const choices = { ...FIRST_CHOICES, source: true, width: '640' };
    expect(elementCode(CONTENT, 'if (a < b && "c" > d)\n  </pre><script>\n\n', choices)).toEqual({
      ok: true,
      value: `<script type="module" src="https://play.test/folder/slang-playground.js"></script>
<slang-playground title="Waves &amp; &quot;sea&quot;" source="on" height="400" style="width: 640px"><pre>
if (a &lt; b &amp;&amp; &quot;c&quot; &gt; d)
  &lt;/pre&gt;&lt;script&gt;
</pre></slang-playground>`,
    });
  });
});

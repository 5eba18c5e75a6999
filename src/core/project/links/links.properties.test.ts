import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { ANIMATION_SHAPES, MAX_PERIOD, MIN_PERIOD } from '#core/plan/animation.ts';
import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { faultOfFiles } from '#core/project/names.ts';
import type { Asset } from '#core/project/project.ts';
import { givenNameFrom } from '#core/project/projectName.ts';
import {
  type InputChange,
  MAX_SEED,
  type PausedFrame,
  type RunView,
} from '#core/project/runView.ts';
import { ok } from '#core/util/result.ts';
import { linksWith } from '../../../../tests/support/projectLinks.ts';
import { fc } from '../../../../tests/support/property.ts';
import type { SharedProject } from './linkService.ts';
import { readMoment } from './links.ts';

const PAGE = new URL('https://example.test/some/folder/?host=1&code=old#demo=circle');

/** Also with halves of surrogate pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '\r\n', '\0', 'import lib.noise;\n', '🌀\ud83c', '__proto__'),
);

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

const fileName = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}(?:\/[a-z]{1,4})?\.(?:slang|hlsl|h)$/);
const files = fc.array(
  fc.record({
    path: fc.oneof({ weight: 9, arbitrary: fileName }, { weight: 1, arbitrary: anyText }),
    text: anyText,
  }),
  { maxLength: 4 },
);

const contents = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 3 });

function assetOf({ byteLength: size }: Uint8Array, index: number): Asset {
  const path = `image${index}.png`;
  return { path, type: 'image/png', size, hash: `hash of ${path}` };
}

const inputs = fc
  .array(
    fc.record({
      frame: fc.nat(9),
      mouse: fc.tuple(anyNumber, anyNumber, anyNumber, anyNumber),
      keys: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((changes) => {
    let frame = 0;
    return changes.map((change): InputChange => {
      frame += change.frame;
      return { ...change, frame };
    });
  });

const frame = fc
  .record({ later: fc.nat(1000), time: fc.nat(9_000_000), inputs: fc.option(inputs) })
  .map(({ later, time, inputs: changes }): PausedFrame => {
    const number = (changes?.at(-1)?.frame ?? 0) + later;
    return { number, time: time / 7, ...(changes && { inputs: changes }) };
  });

const named = <Value>(value: fc.Arbitrary<Value>) =>
  fc.dictionary(fc.string({ unit: 'binary' }), value, { maxKeys: 4, noNullPrototype: true });

const view: fc.Arbitrary<RunView> = fc.record({
  uniformValues: named(fc.oneof(anyNumber, fc.tuple(anyNumber, anyNumber, anyNumber))),
  resolution: fc.constantFrom<RunView['resolution'][]>(0.5, 1, 'device'),
  seed: fc.nat(MAX_SEED),
  animations: named(
    fc.record({
      shape: fc.constantFrom(...ANIMATION_SHAPES),
      ...{ from: anyNumber, to: anyNumber },
      period: fc.double({ min: MIN_PERIOD, max: MAX_PERIOD, noNaN: true }),
    }),
  ),
  frame: fc.option(frame),
});

const anyProject = fc.record({
  text: anyText,
  files,
  contents,
  target: fc.constantFrom(...COMPILE_TARGETS),
  entryPoint: fc.option(anyText),
  seed: fc.nat(MAX_SEED),
  givenName: fc.string({ unit: 'grapheme' }).map(givenNameFrom),
  view: fc.option(view),
});

/** Opens a link as the page does. */
async function opened(href: string) {
  const { links } = linksWith();
  const { target, source } = readUrlParameters(new URL(href));
  const project =
    source.kind === 'project'
      ? await links.unpackProject(source.packed)
      : source.kind === 'code'
        ? await links.unpackCode(source.code)
        : null;
  return { target, project, moment: readMoment(source.moment ?? {}, {}) };
}

describe('a link to any project', () => {
  it('opens as the same project, unless a file has an invalid name', () =>
    fc.assert(
      fc.asyncProperty(anyProject, async ({ contents: bytes, ...rest }) => {
        const isOneText = rest.files.length === 0 && bytes.length === 0 && rest.view === null;
        fc.pre(!isOneText);
        const assets = bytes.map(assetOf);
        const stored = Object.fromEntries(bytes.map((each, at) => [`image${at}.png`, each]));
        const shared: SharedProject = { ...rest, assets };
        const link = await linksWith(stored).links.build(PAGE, shared);
        const { target, project, moment } = await opened(link.ok ? link.value.href : '');
        const { seed, givenName, ...same } = shared;
        expect(target).toBe(shared.target);
        expect(moment).toMatchObject({ givenName, seed: seed === 1 ? null : seed, note: null });
        if (faultOfFiles(shared.files, shared.text) === null) {
          expect(project).toEqual(ok({ ...same, note: null }));
        } else {
          expect(project?.ok).toBe(false);
        }
      }),
    ));

  it('restores a single text, except for halves of characters and a byte order mark', () =>
    fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom(...COMPILE_TARGETS), async (text, target) => {
        const shared = { text, files: [], assets: [], target, entryPoint: null, view: null };
        const link = await linksWith().links.build(PAGE, { ...shared, seed: 1, givenName: null });
        const read = await opened(link.ok ? link.value.href : '');
        const kept = text.replaceAll(/\p{Surrogate}/gu, '\ufffd').replace(/^\ufeff/, '');
        expect(read).toMatchObject({ target, project: ok(kept) });
      }),
    ));
});

const packed = (text: string) => deflateSync(text).toString('base64url');

/** Values that a project may have in the wrong places. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, 'user.slang', '__proto__', 'WGSL', 'AAAA', '=', 'device', -1, 1e99),
    anyNumber,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...['path', 'text', 'type', 'data', 'number', 'time', 'inputs', 'shape', 'from', 'period'],
      ),
      tie('value'),
    ),
  ),
})).value;

const PARTS = ['files', 'main', 'target', 'entryPoint', 'assets', 'uniforms', 'resolution'];

const brokenProject = fc
  .dictionary(fc.constantFrom(...PARTS, 'frame', 'seed', 'animations'), anyValue)
  .map((parts) => {
    const texts = [{ path: 'user.slang', text: 'a' }];
    return packed(JSON.stringify({ version: 1, files: texts, main: 'user.slang', ...parts }));
  });

/** Packed text with some characters replaced or missing. */
const brokenText = fc
  .tuple(fc.string(), fc.array(fc.tuple(fc.nat(40), fc.nat(2), fc.base64String())))
  .map(([text, changes]) => {
    const characters = [...packed(text)];
    for (const [at, removed, added] of changes) characters.splice(at, removed, ...added);
    return characters.join('');
  });

describe('any text in place of a link’s content', () => {
  const anyContent = fc.oneof(anyText, brokenText, brokenProject, anyText.map(packed));

  it('opens, or is rejected with a message', () =>
    fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        const { links } = linksWith();
        for (const result of [await links.unpackCode(content), await links.unpackProject(content)])
          if (!result.ok) expect(result.error).toMatch(/^The .*\.$|^This link /s);
      }),
      { numRuns: 300 },
    ));

  it('is reported as part of an address, whatever that contains', () => {
    const parameter = fc.constantFrom(
      ...['target', 'demo', 'code', 'project', 'view', 'frame', 'seed', 'name', 'x'],
    );
    const place = fc.array(fc.tuple(parameter, fc.constantFrom('=', ''), anyText));
    fc.assert(
      fc.property(place, place, (query, hash) => {
        const [search, fragment] = [query, hash].map((parts) => parts.map((part) => part.join('')));
        const href = `${PAGE.origin}/?${search?.join('&').replaceAll('#', '')}#${fragment?.join('&')}`;
        const { source, messages } = readUrlParameters(new URL(href));
        expect(messages.join(' ')).not.toContain('undefined');
        readMoment(source.moment ?? {}, {});
      }),
    );
  });
});

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { convert } from '#core/source/convert/convert.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { readDrawing } from '#engine/storage/assets/drawing.ts';
import { apiReader, requestReader } from './apiCalls.ts';
import { mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { checkSentence, fuzzReaders, type Reader } from './readers.ts';
import type { FuzzOptions, FuzzReport } from './report.ts';

/** Feeds untrusted texts and calls to the readers of drawings, conversions and the API. */
export async function fuzzTexts(options: FuzzOptions): Promise<FuzzReport> {
  const foreign = [...(await readAll('shadertoy')), ...(await readAll('fragments')), ...HLSL];
  const readers: readonly Reader[] = [
    { name: 'drawing', prepare: drawingInput },
    { name: 'conversion', prepare: (random) => conversionInput(foreign, random) },
    await apiReader(),
    requestReader,
  ];
  return fuzzReaders('texts', readers, options);
}

async function readAll(name: string): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../tests/support', name);
  const files = await readdir(folder);
  return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
}

const DRAWINGS = [
  '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20"><defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><g id="b"><path d="M0 0h9v9z" fill="url(#a)"/></g></defs><style>.c { fill: url(#a) }</style><use href="#b" x="3"/><use xlink:href="#b"/><!-- end --></svg>',
  '<svg viewBox="0 0 10 5"><g><g><image href="data:image/png;base64,iVBORw0KGgo"/><text x="1">a &lt; b</text></g></g><![CDATA[ <svg> ]]></svg>',
  '<svg width="2e1" height="50%" viewBox="0,0 8 8"><rect width="8" height="8" style="fill:#fff"/></svg>',
];

const MARKUP = [
  ...['<svg ', '<svg>', '</svg>', '<g>', '</g>', '<use href="#b"/>', '<use href="#c"/>', '/>', '>'],
  ...[
    '<g id="c">',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!ENTITY a "b">',
    '&a;',
    '&#0;',
  ],
  ...[
    ' width="0"',
    ' width="-1"',
    ' height="1e9"',
    ' width="1em"',
    ' viewBox="0 0 0 0"',
    ' id="b"',
  ],
  ...[
    'url(',
    'url(#',
    'url("x.png")',
    '@import "a.css";',
    '<style>',
    '</style>',
    'href="http://a/"',
  ],
  ...['href="data:,"', '=', '"', "'", ' '.repeat(300), '\0', '\ufeff', '\ud800', 'é', '%'],
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => ` ${name}="#${name}"`),
];

const HLSL = [
  `cbuffer Frame { float time; float2 size; };
Texture2D<float4> source; SamplerState smooth; RWTexture2D<float4> target : register(u0);
#define TILE 8
#define SQUARE(x) ((x) * (x))
[numthreads(TILE, TILE, 1)]
void paint(uint3 id : SV_DispatchThreadID)
{
    float2 at = id.xy / size;
    target[id.xy] = SQUARE(source.SampleLevel(smooth, at, 0)) + time;
}
`,
];

const MACROS = [
  ...[
    '\n#define A B\n',
    '\n#define B A A\n',
    '\n#define F(x) x F(x) x\n',
    '\n#define A(x, y) x##y\n',
  ],
  ...[
    '\n#define A\n',
    '\n#undef A\n',
    '\n#if A\n',
    '\n#if (',
    '\n#if defined(A) && !B\n',
    '\n#elif 1\n',
  ],
  ...[
    '\n#else\n',
    '\n#endif\n',
    '\n#ifdef A\n',
    '\n#ifndef B\n',
    '\n#include "a"\n',
    '\n#line 7\n',
  ],
  ...['\\\n', ' ## ', ' A ', ' A(', ' F(1) ', 'A(A(A(', ' defined ', '__LINE__', '('.repeat(200)],
  ...[
    'vec3(',
    'mat3(',
    'iResolution',
    'iChannel0',
    'texture(',
    'for (',
    'struct S {',
    '?',
    'discard;',
  ],
  ...['mainImage', '[numthreads(8, 8, 1)]', ': SV_DispatchThreadID', 'register(b0)', 'cbuffer B {'],
  ...Object.getOwnPropertyNames(Object.prototype),
];

/** The text with some changes, many of which insert one of the pieces. */
function changed(
  { text, other, pieces }: { text: string; other: string; pieces: readonly string[] },
  random: Random,
): string {
  let result = text;
  for (let change = random.below(random.chance(0.2) ? 30 : 4); change >= 0; change -= 1) {
    if (random.chance(0.4)) {
      result = mutateText(result, other, random);
      continue;
    }
    const place = random.below(result.length + 1);
    const piece = random.pick(pieces).repeat(random.chance(0.05) ? 1 + random.below(2000) : 1);
    result = result.slice(0, place) + piece + result.slice(place);
  }
  return result;
}

function drawingInput(random: Random) {
  const [text, other] = [random.pick(DRAWINGS), random.pick(DRAWINGS)];
  const input = changed({ text, other, pieces: MARKUP }, random);
  return {
    input,
    async read() {
      const drawing = runAtOnce(readDrawing(input));
      if (!drawing.ok) {
        checkSentence(drawing.error);
        return 'refused';
      }
      const { width, height } = drawing.value.size;
      if (!(width > 0 && height > 0 && Number.isFinite(width * height))) {
        throw new Error(`A drawing has the size ${width} × ${height}.`);
      }
      return 'read';
    },
  };
}

function conversionInput(foreign: readonly string[], random: Random) {
  const [text, other] = [random.pick(foreign), random.pick(foreign)];
  const input = changed({ text, other, pieces: MACROS }, random);
  return {
    input,
    async read() {
      const conversion = convert(input);
      if (!conversion.ok) {
        checkSentence(conversion.error);
        if (conversion.error.includes('The converter failed')) throw new Error(conversion.error);
        return 'refused';
      }
      const { length } = conversion.value.text;
      if (length > Math.max(4 * input.length, 1_000_000)) {
        throw new Error(`${input.length} characters became ${length}.`);
      }
      return conversion.value.notConverted.length === 0 ? 'converted' : 'converted in part';
    },
  };
}

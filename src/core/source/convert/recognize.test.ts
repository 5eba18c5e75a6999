import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { demoNames } from '../../../../tests/support/demos.ts';
import { explainRefusal, recognize } from './recognize.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const STARTERS = path.join(root, 'src/core/slang/starters/sources');

function slangFiles(): string[] {
  const starters = readdirSync(STARTERS, { recursive: true, encoding: 'utf8' });
  return [
    ...demoNames().map((name) => path.join(root, `src/core/slang/demos/${name}.slang`)),
    ...starters.filter((name) => name.endsWith('.slang')).map((name) => path.join(STARTERS, name)),
    ...['playground', 'printing', 'rendering'].map((name) =>
      path.join(root, `src/core/slang/${name}.slang`),
    ),
  ];
}

it.each(slangFiles().map((file) => [path.relative(root, file), file]))(
  'recognizes %s as Slang',
  (_, file) => {
    const text = readFileSync(file, 'utf8');
    expect(recognize(text)).toBeNull();
    expect(explainRefusal(text)).toBeNull();
  },
);

it.each<[string, ReturnType<typeof recognize>]>([
  ['void mainImage(out vec4 c, in vec2 p) { }', 'shadertoy'],
  ['void mainImage( out highp vec4 c, vec2 p )\n{ }', 'shadertoy'],
  ['void mainImage(out vec4 c, in vec2 p);', null],
  ['// void mainImage(out vec4 c, in vec2 p) { }', null],
  ['import playground;\nvoid mainImage(out vec4 c, in vec2 p) { }', null],
  ['[numthreads(8,8,1)] void main(uint3 id : SV_DispatchThreadID) {}', 'hlsl-compute'],
  ['[NumThreads(8,8,1)] void main(uint i : SV_GroupIndex) {}', 'hlsl-compute'],
  ['[shader("compute")] [numthreads(8,8,1)] void main(uint3 id : SV_DispatchThreadID) {}', null],
  ['float x = 1.0;', null],
  ['', null],
])('recognizes %j as %s', (text, foreign) => {
  expect(recognize(text)).toBe(foreign);
});

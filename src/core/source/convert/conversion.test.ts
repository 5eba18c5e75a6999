import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { demoNames } from '../../../../tests/support/demos.ts';
import { explainRefusal, recognize } from './conversion.ts';

const root = path.resolve(import.meta.dirname, '../../slang');

function slangFiles(): string[] {
  const folder = path.join(root, 'starters/sources');
  const starters = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [
    ...demoNames().map((name) => `demos/${name}.slang`),
    ...starters.filter((name) => name.endsWith('.slang')).map((name) => `starters/sources/${name}`),
    ...['playground.slang', 'printing.slang', 'rendering.slang'],
  ];
}

it.each(slangFiles())('recognizes %s as Slang', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  expect([recognize(text), explainRefusal(text)]).toEqual([null, null]);
});

it.each<[string, ReturnType<typeof recognize>]>([
  ['void mainImage(out vec4 c, in vec2 p) { }', 'shadertoy'],
  ['void mainImage( out highp vec4 c, vec2 p )\n{ }', 'shadertoy'],
  ['void mainImage(out vec4 c, in vec2 p);', null],
  ['// void mainImage(out vec4 c, in vec2 p) { }', null],
  ['import playground;\nvoid mainImage(out vec4 c, in vec2 p) { }', null],
  ['[numthreads(8,8,1)] void main(uint3 id : SV_DispatchThreadID) {}', 'hlsl-compute'],
  ['[NumThreads(8,8,1)] void main(uint i : SV_GroupIndex) {}', 'hlsl-compute'],
  ['[shader("compute")] [numthreads(8,8,1)] void main(uint3 id : SV_DispatchThreadID) {}', null],
  ['void main() { gl_FragColor = vec4(1); }', 'glsl-fragment'],
  ['void main( void )\n{ gl_FragData[0] = vec4(1); }', 'glsl-fragment'],
  ['#extension X : enable\nout highp vec4 c; void main() { c = vec4(1); }', 'glsl-fragment'],
  ['layout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); }', 'glsl-fragment'],
  ['void main() { gl_FragColor = vec4(1); } void mainImage(out vec4 c, vec2 p) { }', 'shadertoy'],
  ['void main() { gl_FragColor = gl_Position; }', null],
  ['void main() { }\nvoid f(out vec4 c, vec2 p) { }', null],
  ['void main() { // gl_FragColor\n }', null],
  ['import playground;\nvoid main() { gl_FragColor = float4(1); }', null],
  ['[shader("fragment")] float4 main() : SV_Target { return 1; }', null],
  ['float x = 1.0;', null],
  ['', null],
])('recognizes %j as %s', (text, foreign) => {
  expect(recognize(text)).toBe(foreign);
});

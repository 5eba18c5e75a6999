import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSource } from '#core/source/declarations.ts';
import { createFindDeclaration, LIBRARY_PARAMETERS } from './declaredPlaces.ts';
import type { DeclaredName } from './parameterRows.ts';

const MAIN = `import lib;
struct Pair<T> { T first; float second; };
struct Camera { float4x4 view; struct Lens { float focus; }; };
cbuffer Frame { float3 tint; }
ConstantBuffer<Camera> camera, other;
namespace N { RWStructuredBuffer<float> samples; }
float paint(float view) { return view; }
[shader("compute")] [numthreads(8, 8, 1)]
void paint(uint3 id : SV_DispatchThreadID, uniform float scale) {}
`;
const LIB = 'public struct Light\n{\n    float3 color;\n}\npublic uniform float speed;\n';

const find = createFindDeclaration(MAIN, [{ path: 'lib.slang', text: LIB }]);

/** The position of a name, followed by the text there. */
function placeOf(name: DeclaredName): string | null {
  const place = find(name);
  if (!place) return null;
  const text = place.path === null ? MAIN : LIB;
  const line = text.split('\n')[place.line - 1] ?? '';
  const shown = line.slice(place.column - 1, place.column - 1 + place.length);
  return `${place.path ?? 'main'} ${place.line}: ${shown}`;
}

it.each<[DeclaredName, string | null]>([
  [{ kind: 'global', name: 'camera' }, 'main 5: camera'],
  [{ kind: 'global', name: 'Frame' }, 'main 4: Frame'],
  [{ kind: 'global', name: 'samples' }, 'main 6: samples'],
  [{ kind: 'global', name: 'speed' }, 'lib.slang 5: speed'],
  [{ kind: 'global', name: 'outputTexture' }, null],
  [{ kind: 'entry point', name: 'paint' }, 'main 9: paint'],
  [{ kind: 'argument', entryPoint: 'paint', name: 'scale' }, 'main 9: scale'],
  [{ kind: 'argument', entryPoint: 'gone', name: 'scale' }, null],
  [{ kind: 'field', struct: 'Camera', name: 'view' }, 'main 3: view'],
  [{ kind: 'field', struct: 'Lens', name: 'focus' }, 'main 3: focus'],
  [{ kind: 'field', struct: 'Pair<float>', name: 'second' }, 'main 2: second'],
  [{ kind: 'field', struct: 'Frame', name: 'tint' }, 'main 4: tint'],
  [{ kind: 'field', struct: 'Light', name: 'color' }, 'lib.slang 3: color'],
  [{ kind: 'field', struct: 'Camera', name: 'gone' }, null],
])('finds %o', (name, place) => {
  expect(placeOf(name)).toBe(place);
});

it('finds every parameter that the playground’s modules declare', () => {
  const folder = path.resolve(import.meta.dirname, '../../slang');
  const files = readdirSync(folder).filter((file) => file.endsWith('.slang'));
  const declared = files.flatMap((file) => {
    const { declarations } = readSource(readFileSync(path.join(folder, file), 'utf8'));
    return declarations
      .filter(
        ({ kind, type }) =>
          kind === 'variable' &&
          !type.some(({ text }) => /^(static|groupshared|const)$/.test(text)),
      )
      .map(({ name }) => [name, file.replace('.slang', '')]);
  });
  expect(new Map(declared as [string, string][])).toEqual(LIBRARY_PARAMETERS);
});

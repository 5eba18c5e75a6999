import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import { format as moduleFormat } from '#tools/export/formats/typescript.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { dataStruct, declareType } from '../../../../tests/support/dataTypes.ts';
import { runnableDemos } from '../../../../tests/support/demos.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import { exportedProgram } from '../../../../tests/support/nativeExports.ts';
import { ODD_PROGRAM } from '../../../../tests/support/oddProgram.ts';
import { shaderOf } from '../../../../tests/support/planner.ts';
import { fc } from '../../../../tests/support/property.ts';
import { STRICT, typeErrors, withFolder } from '../../../../tests/support/typescript.ts';

const context = { signal: new AbortController().signal, compile: async () => null };

async function moduleOf(program: ExportedProgram): Promise<string> {
  const made = await moduleFormat.make(program, context);
  if (!made.ok) throw new Error(`${program.name}: ${made.error}`);
  expect(made.value.name).toBe(`${program.name}.ts`);
  return made.value.text();
}

/** Code that uses the modules, with exactly the expected type errors. */
const USE = `import { createProgram, elementLayouts, Inner, Inner2, Map2, view2 } from './odd.ts';

export async function use(device: GPUDevice, encoder: GPUCommandEncoder): Promise<number> {
  const program = await createProgram(device, { width: 4, height: 4 });
  program.setUniforms({ 'brush.size': 1, 'brush.tint': [1, 0, 0], delete: 0.5 });
  // @ts-expect-error a colour is not a number
  program.setUniforms({ 'brush.tint': 1 });
  // @ts-expect-error no such uniform
  program.setUniforms({ time: 1 });
  program.dispatch(encoder, { frame: 0, time: 0, keys: new Set(['a']) });
  // @ts-expect-error a frame has a time
  program.frame({ frame: 0 });
  const buffer: GPUBuffer = program.resources.buffers.GPUBuffer;
  // @ts-expect-error no such texture
  program.resources.textures.maps;
  const [map] = await program.readElements('maps', 0, 1);
  // @ts-expect-error there may be none
  map.i.a;
  const inner: Inner | undefined = map?.i;
  const inners: readonly Inner2[] | undefined = map?.f;
  program.writeElements('points', [[1, 2, 3]]);
  // @ts-expect-error three numbers
  program.writeElements('points', [[1, 2]]);
  const offset: 284 = Map2.offsets['__proto__'];
  view2.write(new DataView(new ArrayBuffer(16)), 0, { at: [0, 0, 0], constructor: 1 });
  return elementLayouts.maps.size + offset + buffer.size + (inner?.a ?? 0) + (inners?.length ?? 0);
}
`;

/** A program that draws a mesh, as its camera sees it. */
async function drawingProgram(): Promise<ExportedProgram> {
  const source = ATTRIBUTES.find(({ name }) => name === 'CAMERA_POSITION')?.example ?? '';
  return exportedProgram(await createTestCompiler(), 'ball', source);
}

const USE_DRAWING = `import { createProgram, uniformDefaults } from './ball.ts';

export async function use(device: GPUDevice): Promise<GPUTexture> {
  const program = await createProgram(device, { width: 4, height: 4 });
  program.setUniforms({ ...uniformDefaults, 'camera target': [0, 1, 0] });
  // @ts-expect-error three numbers
  program.setUniforms({ 'camera orbit': [0, 1] });
  // @ts-expect-error the vertices are not the page's
  program.resources.buffers['sphere.POSITION'];
  return program.resources.textures.outputTexture;
}
`;

it('the module of a program that draws has no type errors, and what it needs to draw', async () => {
  const ball = await moduleOf(await drawingProgram());
  const modules = { 'ball.ts': ball, 'use.ts': USE_DRAWING };
  await withFolder(modules, async (folder) => {
    expect(await typeErrors(folder, ...STRICT, ...Object.keys(modules))).toBe('');
  });
  expect(ball).toContain('   * - a draw with `place` and `paint`\n');
  expect(ball).toContain('/** Drawn to, but not bound: 1 × 1 of the picture');
  expect(ball).toContain("  'camera orbit': [0.6, 0.35, 3.2],\n");
  const kernels = await moduleOf(await exportedDemo('circle'));
  expect(kernels).not.toMatch(
    /createDrawPipeline\(|cameraNumbers\(part: CameraPart, camera: Camera, aspect: number\): readonly number\[\] \{/,
  );
});

it('the modules of all demos, and one with odd names, have no type errors', async () => {
  const names = runnableDemos();
  const modules: Record<string, string> = { 'use.ts': USE };
  for (const name of names) modules[`${name}.ts`] = await moduleOf(await exportedDemo(name));
  const odd = await exportedProgram(await createTestCompiler(), 'odd', ODD_PROGRAM);
  modules['odd.ts'] = await moduleOf(odd);
  await withFolder(modules, async (folder) => {
    expect(await typeErrors(folder, ...STRICT, ...Object.keys(modules))).toBe('');
  });
}, 120_000);

/** What a module exports for the elements of its buffers. */
interface Layouts {
  readonly elementLayouts: Readonly<Record<string, ElementLayout>>;
}

interface ElementLayout {
  readonly size: number;
  read(view: DataView, offset: number): unknown;
  write(view: DataView, offset: number, value: unknown): void;
}

it('a module reads from any struct what it wrote, and writes no other bytes', async () => {
  const compiler = await createTestCompiler();
  const structs = fc.array(dataStruct, { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(structs, fc.infiniteStream(fc.nat(255)), async (types, bytes) => {
      const declarations: string[] = [];
      const buffers = types.map(
        (type, index) =>
          `[playground::ZEROS(1)] RWStructuredBuffer<${declareType(type, declarations)}> b${index};`,
      );
      const uses = types.map((_, index) => `b${index}[0] = b${index}[1];`);
      const source = shaderOf(`${declarations.join(' ')} ${buffers.join(' ')}`, uses.join(' '));
      const typescript = await moduleOf(await exportedProgram(compiler, 'any', source));
      const { code } = await transformWithOxc(typescript, 'any.ts');
      const layouts: Layouts = await import(
        /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
      );
      const all = types.map((_, index) => layouts.elementLayouts[`b${index}`]);
      for (const layout of all) {
        const size = layout?.size ?? 0;
        const given = Uint8Array.from({ length: size }, () => bytes.next().value ?? 0);
        const value = layout?.read(new DataView(given.buffer), 0);
        const written = new Uint8Array(3 * size).fill(0xa5);
        layout?.write(new DataView(written.buffer), size, value);
        expect(layout?.read(new DataView(written.buffer), size)).toEqual(value);
        const around = [...written.slice(0, size), ...written.slice(2 * size)];
        expect(around.filter((byte) => byte !== 0xa5)).toEqual([]);
      }
    }),
    { numRuns: 2 },
  );
});

it('says what its page has to do, and which sliders do not move', async () => {
  const program = { ...(await exportedDemo('ocean')), animated: ['height'] };
  expect(moduleFormat.limits(program)).toEqual([
    'Canvas, mouse, keys and the frame loop: the page that uses the module provides them.',
    'The movement of height: set the values with setUniforms in each frame.',
  ]);
});

it('fails with a message if a file of the program was not read', async () => {
  const program = { ...(await exportedDemo('image-from-url')), contents: new Map() };
  expect(await moduleFormat.make(program, context)).toMatchObject({
    ok: false,
    error: expect.stringContaining('was not read.'),
  });
});

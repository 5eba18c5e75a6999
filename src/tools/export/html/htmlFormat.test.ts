import { expect, it } from 'vitest';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import { format as htmlFormat } from '#tools/export/formats/html.ts';
import { parsePageData } from '#tools/export/html/page/pageData.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import { exportedProgram } from '../../../../tests/support/nativeExports.ts';

const CONTEXT = { signal: new AbortController().signal, compile: async () => null };

it('creates a page with the source, the images and the script', async () => {
  const program = await exportedDemo('image-from-url');
  expect(htmlFormat.limits(program)).toEqual([]);
  const file = await htmlFormat.make(program, CONTEXT);
  if (!file.ok) throw new Error(file.error);
  expect([file.value.name, file.value.type]).toEqual(['image-from-url.html', 'text/html']);
  const page = await file.value.text();
  expect(page).toContain(program.project.text);
  expect(page).toContain('data:image/png;base64,');
  expect(page).toContain('function createProgramOf(device, data, size, parts = {})');
});

it('creates a page that draws a mesh, without the code that makes meshes', async () => {
  const source = ATTRIBUTES.find(({ name }) => name === 'CAMERA_POSITION')?.example ?? '';
  const program = await exportedProgram(await createTestCompiler(), 'ball', source);
  const file = await htmlFormat.make(program, CONTEXT);
  if (!file.ok) throw new Error(file.error);
  const page = await file.value.text();
  const json = /<script id="program-data" type="application\/json">(.*?)<\/script>/s.exec(page);
  const data = parsePageData(json?.[1] ?? '');
  expect(data.resources.map(({ resourceName }) => resourceName)).toEqual([
    ...['outputTexture', 'sphere.POSITION', 'sphere.indices'],
  ]);
  expect(data.resources[1]?.contents).toMatchObject({
    ...{ type: 'MESH', kind: 'bytes', from: 'file', elementSize: 4 },
    url: expect.stringMatching(/^data:application\/octet-stream;base64,/),
  });
  expect(data.camera).toEqual({ 'camera target': [0, 0, 0], 'camera orbit': [0.6, 0.35, 3.2] });
  const [draw] = data.callCommands;
  expect(draw?.type === 'DRAW' && draw.code.vertex).toContain('fn entry_place(');
  expect(data.shader.code).toBe('');
  expect(page).not.toContain('readMesh');
});

it('says what the page lacks', async () => {
  const program = await exportedDemo('circle');
  const contents = new Map([['large.bin', new Blob([new Uint8Array(3 * 2 ** 20)])]]);
  expect(htmlFormat.limits({ ...program, contents, animated: ['radius'] })).toEqual([
    'The movement of radius: sliders do not move in the page.',
    'The page is 4 MB long, because it contains the images and data.',
  ]);
  const shader = { ...program.descriptor.shader, code: 'enable f16;\n' };
  const descriptor = { ...program.descriptor, shader };
  const [feature] = htmlFormat.limits({ ...program, descriptor });
  expect(feature).toBe("Devices without WebGPU's feature shader-f16 cannot run it.");
});

it('fails with a message if the content of a file is missing', async () => {
  const program = await exportedDemo('image-from-url');
  const file = await htmlFormat.make({ ...program, contents: new Map() }, CONTEXT);
  expect(file).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^The content of \w+, mountains\.png, was not read\.$/),
  });
});

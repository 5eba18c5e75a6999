import { expect, it } from 'vitest';
import { format as htmlFormat } from '#tools/export/formats/html.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';

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
  expect(page).toContain('function createProgramOf(device, data, size)');
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

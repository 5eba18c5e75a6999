import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import { readZip } from '#core/project/zip.ts';
import { format as viteFormat } from '#tools/export/formats/vite.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import { exportedProgram } from '../../../../tests/support/nativeExports.ts';
import { typeErrors, withFolder } from '../../../../tests/support/typescript.ts';

const LIMITS = { fileBytes: 1e8, totalBytes: 1e8, isWanted: () => true };

async function projectOf(program: ExportedProgram): Promise<Record<string, Uint8Array>> {
  const { signal } = new AbortController();
  const made = await viteFormat.make(program, { signal, compile: async () => null });
  if (!made.ok) throw new Error(made.error);
  const read = await readZip(made.value, LIMITS);
  if (!read.ok) throw new Error(read.error);
  return Object.fromEntries(read.value.map(({ path, bytes }) => [path, bytes]));
}

it('a project contains its images as files, passes the type check, and builds with Vite', async () => {
  const files = await projectOf(await exportedDemo('image-from-url'));
  const text = (name: string) => Buffer.from(files[`image-from-url/${name}`] ?? []).toString();
  expect(Object.keys(files)).toEqual(
    [
      ...['package.json', 'tsconfig.json', 'index.html', 'README.md', 'src/main.ts'],
      ...['src/browser.ts', 'src/style.css', 'src/image-from-url.ts', 'src/files/mountains.png'],
      ...['playground', 'rendering', 'printing', 'user'].map(
        (each) => `src/core/slang/${each}.slang`,
      ),
    ].map((name) => `image-from-url/${name}`),
  );
  expect(text('src/image-from-url.ts')).not.toContain('data:image');
  const own = JSON.parse(await readFile('package.json', 'utf8')).devDependencies;
  expect(JSON.parse(text('package.json')).devDependencies).toEqual({
    '@webgpu/types': own['@webgpu/types'],
    typescript: own.typescript,
    vite: own.vite,
  });
  await withFolder(files, async (folder) => {
    const root = path.join(folder, 'image-from-url');
    expect(await typeErrors(root)).toBe('');
    await build({ root, base: './', logLevel: 'silent', configFile: false });
    const built = await readdir(path.join(root, 'dist/assets'));
    const kinds = built.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort();
    expect(kinds).toEqual(['index.css', 'index.js', 'mountains.png']);
  });
}, 60_000);

it('a project of a program that follows the camera turns it, and passes the type check', async () => {
  const source = ATTRIBUTES.find(({ name }) => name === 'CAMERA_POSITION')?.example ?? '';
  const program = await exportedProgram(await createTestCompiler(), 'ball', source);
  const files = await projectOf(program);
  const text = (name: string) => Buffer.from(files[`ball/src/${name}`] ?? []).toString();
  expect(text('main.ts')).toContain("let orbit: Uniforms['camera orbit'] = [0.6,0.35,3.2];");
  expect(text('browser.ts')).toContain('export function orbitCamera(');
  await withFolder(files, async (folder) => {
    expect(await typeErrors(path.join(folder, 'ball'))).toBe('');
  });
  expect(viteFormat.limits(program)).toEqual([
    'The movement of the camera: drag the picture to turn it, and scroll to come closer; other movements are not in the page.',
  ]);
}, 60_000);

it('a program named like another file of the project gets a different file name', async () => {
  const program = { ...(await exportedDemo('simple-print')), name: 'Main' };
  const files = await projectOf(program);
  expect(Object.keys(files)).toContain('Main/src/Main-program.ts');
  expect(Buffer.from(files['Main/src/main.ts'] ?? []).toString()).toContain(
    "from './Main-program.ts'",
  );
});

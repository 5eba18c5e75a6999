import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { projectFiles } from '#tools/export/vite/projectFiles.ts';
import { readExportText } from '../../scripts/build/exportTexts.ts';
import type { OtherFile } from './otherSite.ts';
import { withFolder } from './typescript.ts';

/** What the page `compare.html`, which uses the programs' exported modules, offers to tests. */
export interface ModulePage {
  /** The pixels as the page would show them, from the top; or the printed text. */
  drawExactly(
    name: string,
    frame: number,
    size: { readonly width: number; readonly height: number },
  ): Promise<string>;
  drawElements(written: OddElements, uniforms: object): Promise<OddElements>;
}

export type OddElements = Readonly<Record<string, readonly unknown[]>>;

/** @param names of programs, whose modules are in `NAME/src/NAME.ts`; one is `odd` */
function comparePage(names: readonly string[]): string {
  return `import { createPresenter } from './odd/src/browser.ts';
import * as odd from './odd/src/odd.ts';
${names.map((name, index) => `import * as module${index} from './${name}/src/${name}.ts';`).join('\n')}

const modules = { ${names.map((name, index) => `'${name}': module${index}`).join(', ')} };

const device = odd.requestGpuDevice().then((device) => {
  if (!device.ok) throw new Error(device.error);
  return device.value;
});

async function drawExactly(name, last, size) {
  const program = await modules[name].createProgram(await device, size);
  const picture = program.picture();
  let printed = '';
  for (let frame = 0; frame <= last; frame += 1) {
    program.frame({ frame, time: frame / 60 });
    // Most frames may print nothing: pages show the newest text.
    if (!picture) printed = (await program.printed()) || printed;
  }
  if (!picture) return printed;
  const canvas = document.createElement('canvas');
  const presenter = createPresenter(await device, navigator.gpu.getPreferredCanvasFormat());
  const encoder = (await device).createCommandEncoder();
  presenter.encode(encoder, canvas, size, picture);
  (await device).queue.submit([encoder.finish()]);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d');
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, size.width, size.height).data.join();
}

async function drawElements(written, uniforms) {
  const program = await odd.createProgram(await device, { width: 8, height: 8 });
  for (const [name, elements] of Object.entries(written)) program.writeElements(name, elements);
  program.setUniforms(uniforms);
  program.frame({ frame: 0, time: 0 });
  const read = {};
  for (const name of Object.keys(odd.elementLayouts)) read[name] = await program.readElements(name);
  return read;
}

window.modulePage = { drawExactly, drawElements };
`;
}

/** Builds the programs' projects, and a page that uses their modules: `compare.html`. */
export async function buildProjects(
  programs: readonly ExportedProgram[],
): Promise<Readonly<Record<string, OtherFile>>> {
  const [runtime, half, browser] = await Promise.all([
    readExportText('virtual:export-runtime'),
    readExportText('virtual:export-half'),
    readExportText('virtual:export-browser'),
  ]);
  const texts = {
    runtime: runtime.typescript,
    drawing: runtime.parts['drawing']?.typescript ?? '',
    camera: runtime.parts['camera']?.typescript ?? '',
    half: half.typescript,
    browser: browser.typescript,
    orbit: browser.parts['camera']?.typescript ?? '',
    versions: {},
  };
  const names = programs.map(({ name }) => name);
  const files: Record<string, string | Uint8Array> = {
    'compare.html': '<!doctype html><script type="module" src="./compare.ts"></script>',
    'compare.ts': `// @ts-nocheck\n${comparePage(names)}`,
  };
  for (const program of programs) {
    for (const { path: file, content } of await projectFiles(program, { texts, sources: [] })) {
      const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
      files[`${program.name}/${file}`] = bytes;
    }
  }
  return withFolder(files, async (root) => {
    const pages = ['compare.html', ...names.map((name) => `${name}/index.html`)];
    const input = pages.map((page) => path.join(root, page));
    await build({
      ...{ root, base: './', logLevel: 'silent', configFile: false },
      build: { rollupOptions: { input }, minify: false },
    });
    return readSite(path.join(root, 'dist'));
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

async function readSite(folder: string): Promise<Record<string, OtherFile>> {
  const site: Record<string, OtherFile> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const type = TYPES[path.extname(entry.name)] ?? 'application/octet-stream';
    site[path.relative(folder, file)] = { type, body: await readFile(file) };
  }
  return site;
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoFiles } from './demoFiles.ts';

const folder = path.resolve(import.meta.dirname, '../../src/core/slang/demos');

describe('the build', () => {
  it('emits exactly the demos and the files that they load, unchanged', async () => {
    const entry = 'virtual:entry';
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        demoFiles(),
        { name: 'entry', resolveId: (id) => id, load: (id) => (id === entry ? '' : null) },
      ],
      build: { write: false, rolldownOptions: { input: entry } },
    });
    const output = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
    const emitted = output.filter((file) => file.type === 'asset');
    const wanted = (await readdir(folder, { recursive: true })).filter((file) =>
      /\.(slang|png|webp)$/.test(file),
    );
    expect(emitted.map(({ fileName }) => fileName).sort()).toEqual(
      wanted.map((file) => `demos/${file}`).sort(),
    );
    const image = emitted.find(({ fileName }) => fileName === 'demos/mountains.png');
    expect(image?.source).toEqual(await readFile(path.join(folder, 'mountains.png')));
  });
});

describe('the development server', () => {
  let server: ViteDevServer;
  let url: string;
  beforeAll(async () => {
    server = await createServer({
      configFile: false,
      logLevel: 'silent',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      plugins: [demoFiles()],
      server: { host: '127.0.0.1', port: 0, watch: null, ws: false },
    });
    await server.listen();
    url = `${server.resolvedUrls?.local[0]}demos/`;
  });
  afterAll(() => server.close());

  it.each([
    ['circle.slang', 'text/plain; charset=utf-8'],
    ['mountains.png', 'image/png'],
    ['mountains.png?v=2', 'image/png'],
  ])('sends %s as %s', async (address, contentType) => {
    const response = await fetch(url + address);
    expect(response.headers.get('content-type')).toBe(contentType);
    const file = address.replace(/\?.*/, '');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      await readFile(path.join(folder, file)),
    );
  });

  it.each(['demos.ts', 'missing.slang', '..%2f..%2fpackage.json'])('has no %s', async (address) => {
    expect((await fetch(url + address)).status).toBe(404);
  });
});

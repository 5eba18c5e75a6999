import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const folder = path.resolve(import.meta.dirname, '../src/demos');

/** What the folder `demos/` of the site consists of, by extension. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.slang': 'text/plain',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Vite plugin: the demos' sources, their images and thumbnails stand in the site's `demos/`. */
export function demoFiles(): Plugin {
  return {
    name: 'demo-files',
    async generateBundle() {
      for (const file of await readdir(folder, { recursive: true })) {
        if (!(path.extname(file) in CONTENT_TYPES)) continue;
        const source = await readFile(path.join(folder, file));
        this.emitFile({ type: 'asset', fileName: `demos/${file}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/demos', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        const type = CONTENT_TYPES[path.extname(pathname)];
        const file = path.join(folder, path.normalize(pathname));
        if (!type || !file.startsWith(folder)) {
          next();
          return;
        }
        readFile(file).then(
          (source) => response.setHeader('content-type', type).end(source),
          () => next(),
        );
      });
    },
  };
}

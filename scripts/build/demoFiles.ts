import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const folder = path.resolve(import.meta.dirname, '../../src/core/slang/demos');

/** Content types by file extension; files with other extensions are not part of the site. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.slang': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Undefined for files that are not part of the site. */
function demoContentType(file: string): string | undefined {
  const extension = path.extname(file);
  return Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined;
}

/** Vite plugin: adds the demos' sources, images and thumbnails to the site's `demos/`. */
export function demoFiles(): Plugin {
  return {
    name: 'demo-files',
    async generateBundle() {
      for (const file of await readdir(folder, { recursive: true })) {
        if (demoContentType(file) === undefined) continue;
        const source = await readFile(path.join(folder, file));
        this.emitFile({ type: 'asset', fileName: `demos/${file}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/demos', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        const type = demoContentType(pathname);
        const file = path.join(folder, path.normalize(pathname));
        if (type === undefined || !file.startsWith(folder)) {
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

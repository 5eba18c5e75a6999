import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = path.resolve(import.meta.dirname, '../src/demos');

/** By file extension; files with others are not part of the site. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.slang': 'text/plain; charset=utf-8',
  '.png': 'image/png',
};

/** The content type of a demo's file, undefined if it is none. */
export function demoContentType(file: string): string | undefined {
  const extension = path.extname(file);
  return Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined;
}

/** Vite plugin: the demos' sources and what they load stand in the folder `demos/` of the site. */
export function demoFiles(): Plugin {
  return {
    name: 'demo-files',
    async generateBundle() {
      for (const file of await readdir(FOLDER)) {
        if (demoContentType(file) === undefined) continue;
        const source = await readFile(path.join(FOLDER, file));
        this.emitFile({ type: 'asset', fileName: `demos/${file}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/demos', (request, response, next) => {
        const file = path.basename(new URL(request.url ?? '', 'http://localhost').pathname);
        const contentType = demoContentType(file);
        if (contentType === undefined) {
          next();
          return;
        }
        readFile(path.join(FOLDER, file)).then(
          (source) => response.setHeader('content-type', contentType).end(source),
          () => next(),
        );
      });
    },
  };
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const folder = path.resolve(import.meta.dirname, '../src/demos');

/** Vite plugin: the demos' sources stand in the folder `demos/` of the site. */
export function demoFiles(): Plugin {
  return {
    name: 'demo-files',
    async generateBundle() {
      for (const file of await readdir(folder)) {
        if (!file.endsWith('.slang')) continue;
        const source = await readFile(path.join(folder, file));
        this.emitFile({ type: 'asset', fileName: `demos/${file}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/demos', (request, response, next) => {
        const file = path.basename(request.url ?? '');
        readFile(path.join(folder, file)).then(
          (source) => response.setHeader('content-type', 'text/plain').end(source),
          () => next(),
        );
      });
    },
  };
}

import path from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** The script of `<slang-playground>`. Other sites refer to it by name, so the name has no hash. */
const ELEMENT_SCRIPT = 'slang-playground.js';

const root = path.resolve(import.meta.dirname, '../..');
const MAIN = 'src/pages/embed/element/main.ts';

/**
 * Vite plugin: builds the custom element's script, one file without imports. It needs its own
 * build, because the site's build would move code shared with the page into a file with a hashed
 * name.
 */
export function elementScript(): Plugin {
  let site: ResolvedConfig;
  return {
    name: 'element-script',
    configResolved(config) {
      site = config;
    },
    writeBundle: {
      sequential: true,
      handler: () => writeElementScript(path.resolve(site.root, site.build.outDir)),
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === `/${ELEMENT_SCRIPT}`) request.url = `/${MAIN}`;
        next();
      });
    },
  };
}

async function writeElementScript(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, MAIN),
        preserveEntrySignatures: 'exports-only',
        output: { format: 'es', entryFileNames: ELEMENT_SCRIPT },
      },
    },
  });
}

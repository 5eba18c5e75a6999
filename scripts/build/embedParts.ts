import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** How embed.html lists the modules that its first script loads. */
const PARTS = /<meta name="embed-parts" content="([^"]*)" \/>/;

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Vite plugin: embed.html lists, in a `<meta>` element, the modules that its first script loads
 * once the embed is wanted. In the built page, the list holds their files and everything they
 * import, so that all load at once. With `import()` in the first script, Vite would add a loader as
 * large as the script itself.
 */
export function embedParts(): Plugin {
  return {
    name: 'embed-parts',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: path.join(root, 'src/pages/embed/start/main.ts'),
        name: 'embedPage',
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path: page }) {
        if (!bundle || page !== '/embed.html') return;
        return html.replace(PARTS, (_, modules: string) => {
          const files = filesOf(modules.split(' '), Object.values(bundle));
          return `<meta name="embed-parts" content="${files.map((file) => `./${file}`).join(' ')}" />`;
        });
      },
    },
  };
}

/** The files with these modules and all their imports; the first module's files come first. */
export function filesOf(
  modules: readonly string[],
  bundle: readonly Rolldown.OutputBundle[string][],
): string[] {
  const chunks = bundle.filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const add = (fileName: string) => {
    if (files.has(fileName)) return;
    files.add(fileName);
    const imported = chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [];
    for (const each of imported) add(each);
  };
  for (const module of modules) {
    const id = path.join(root, module);
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`The built site has no ${module}.`);
    add(chunk.fileName);
  }
  return [...files];
}

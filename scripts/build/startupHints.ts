import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { DEFAULT_DEMO } from '#workspace/sources/sourceLoader.ts';
import { FIRST_DEVICE, INTERFACE, START } from './chunks.ts';

/** These load after the parts that the first picture needs. */
const LATER = { fetchpriority: 'low' };

const precompiled = path.resolve(import.meta.dirname, '../../generated/precompiled.json');

/**
 * Vite plugin: lists in the page's head what its first picture needs, so that it loads together
 * with the first script: the interface's scripts and styles, the default demo and its compiled
 * form. The demo is given only by address: the page's address, which the first script reads
 * (src/pages/playground/start/firstDevice.ts), decides whether the demo is needed. The embed page
 * lists the demo too; its first script loads the other scripts (scripts/build/embedParts.ts).
 */
export function startupHints(): Plugin {
  return {
    name: 'startup-hints',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, path: page }) {
        if (!bundle || !['/index.html', '/embed.html'].includes(page)) return;
        const files = Object.values(bundle);
        const answer = JSON.parse(await readFile(precompiled, 'utf8'))[DEFAULT_DEMO];
        const data = [`demos/${DEFAULT_DEMO}.slang`, findAsset(files, answer)];
        const content = data.map((file) => `./${file}`).join(' ');
        const hint = { tag: 'meta', attrs: { name: 'default-demo', content } } as const;
        if (page === '/embed.html') return [{ ...hint, injectTo: 'head' }];
        const { scripts, styles } = findInterface(files);
        const tags: HtmlTagDescriptor[] = [
          { ...hint, injectTo: 'head' },
          ...scripts.map((file) => link({ rel: 'modulepreload', href: `./${file}`, ...LATER })),
          // Style sheet links would delay the first script.
          ...styles.map((file) =>
            link({ rel: 'preload', as: 'style', href: `./${file}`, ...LATER }),
          ),
        ];
        return { html: runAtOnce(html, findChunk(files, FIRST_DEVICE)), tags };
      },
    },
  };
}

type BundleFile = Rolldown.OutputBundle[string];

function findChunk(files: readonly BundleFile[], name: string): Rolldown.OutputChunk {
  const found = files.find((file) => file.type === 'chunk' && file.name === name);
  if (found?.type !== 'chunk') throw new Error(`${name} is no chunk of its own any more.`);
  return found;
}

function findInterface(files: readonly BundleFile[]): { scripts: string[]; styles: string[] } {
  const chunks = files.filter((file) => file.type === 'chunk');
  const found = findChunk(files, INTERFACE);
  const imported = chunks.filter(({ fileName }) => found.imports.includes(fileName));
  const later = [found, ...imported].filter(({ name }) => name !== START && name !== FIRST_DEVICE);
  return {
    scripts: later.map(({ fileName }) => fileName),
    styles: later.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  };
}

/** The hashed name of a file that the page imports by URL. */
function findAsset(files: readonly BundleFile[], name: string): string {
  const assets = files.filter((file) => file.type === 'asset');
  const found = assets.find(({ names }) => names.includes(name));
  if (!found) throw new Error(`${name} is not part of the site.`);
  return found.fileName;
}

/**
 * Runs the script as soon as it has loaded, before the rest of the page, instead of preloading it.
 */
function runAtOnce(html: string, { fileName }: Rolldown.OutputChunk): string {
  const preload = `<link rel="modulepreload" crossorigin href="./${fileName}">`;
  if (!html.includes(preload)) throw new Error(`index.html does not load ${fileName}.`);
  return html.replace(
    preload,
    `<script type="module" crossorigin async src="./${fileName}"></script>`,
  );
}

function link(attrs: Readonly<Record<string, string>>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' };
}

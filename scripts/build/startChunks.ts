import path from 'node:path';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const app = path.resolve(import.meta.dirname, '../../src/app/start');

/** The chunk of what the page's first script imports. The page of embeds imports it too. */
export const START = 'start';

/** The chunk that requests the graphics device; the page loads it first. */
export const FIRST_DEVICE = 'first-device';

/** What later parts of the page also use of the interface, which loads after the first picture. */
const SHARED =
  /node_modules\/(react|react-dom|scheduler|zustand|react-resizable-panels)\/|src\/ui\//;

/** Small modules that several parts use which load on their own: one file is smaller than one for each. */
const SMALL =
  /src\/(ui\/(moreIcons|nextIndex|Notice|saveFile)|shared\/(bytesText|linesText))\.tsx?$/;

/** As {@link SMALL}, of what the page of embeds uses too, which has no React. */
const VALUES = /src\/(shared\/colors|program\/sliderNumbers)\.ts$/;

/**
 * Groups of modules in one file each. By default, the bundler makes a file of each set of
 * modules that several parts of the page share. The first picture needs only {@link FIRST_DEVICE} and
 * {@link START}: if a part of them were in `interface`, the page would evaluate all of React
 * before it requests the graphics device.
 */
export function startChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    importsOf('firstDevice.ts', FIRST_DEVICE),
    importsOf('main.ts', START, { withItself: false }),
    { ...importsOf('mount.tsx', 'interface'), test: SHARED },
    { name: 'small', test: SMALL },
    { name: 'values', test: VALUES },
  ];
}

/** A file with a module of the page and its imports, without those in an earlier group. */
function importsOf(
  file: string,
  name: string,
  { withItself } = { withItself: true },
): Rolldown.CodeSplittingGroup {
  const main = path.join(app, file);
  let imported: ReadonlySet<string> | undefined;
  return {
    name(id, graph) {
      imported ??= importedBy(main, graph);
      return imported.has(id) && (withItself || id !== main) ? name : null;
    },
  };
}

/** The module and its static imports at any depth. */
function importedBy(main: string, graph: ModuleGraph): Set<string> {
  const found = new Set([main]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

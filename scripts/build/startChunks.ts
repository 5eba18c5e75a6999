import path from 'node:path';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const app = path.resolve(import.meta.dirname, '../../src/app/start');

/** The chunk of the page's first script and all that it imports. */
export const START = 'start';

/** The chunk that asks for the graphics device, which the page loads before that one. */
export const FIRST_DEVICE = 'first-device';

/** What the interface behind the first picture is made of, and later parts of the page use as well. */
const INTERFACE =
  /node_modules\/(react|react-dom|scheduler|zustand|react-resizable-panels)\/|src\/ui\/(?!Dialog)/;

/**
 * Groups of modules that come in one file each; by itself, the bundler makes a file of each set of
 * modules that several parts of the page share. The first picture needs {@link FIRST_DEVICE} and
 * {@link START} and nothing else: were anything of it in `interface`, all of React would be
 * evaluated before the graphics device is asked for.
 */
export function startChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    importsOf('firstDevice.ts', FIRST_DEVICE),
    importsOf('main.ts', START),
    { name: 'interface', test: INTERFACE },
  ];
}

/** A file with a module of the page and all that it imports, but for what is in a group before it. */
function importsOf(file: string, name: string): Rolldown.CodeSplittingGroup {
  const main = path.join(app, file);
  let imported: ReadonlySet<string> | undefined;
  return {
    name(id, graph) {
      imported ??= importedBy(main, graph);
      return imported.has(id) ? name : null;
    },
  };
}

/** The module and all that it imports statically, at any depth. */
function importedBy(main: string, graph: ModuleGraph): Set<string> {
  const found = new Set([main]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

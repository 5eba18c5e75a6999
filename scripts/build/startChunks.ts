import path from 'node:path';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const app = path.resolve(import.meta.dirname, '../../src/pages/playground');

/** The chunk of what the page's first script imports. The page of embeds imports it too. */
export const START = 'start';

/** The chunk that requests the graphics device; the page loads it first. */
export const FIRST_DEVICE = 'first-device';

/** The interface, which loads behind the first picture. */
const INTERFACE = 'start/mount.tsx';

/** The page of embeds, which has no interface. What both use comes with the start. */
const EMBED = '../embed/start/main.ts';

/** What the interface's libraries export beside what it uses: dialogs load it. */
const DIALOGS =
  /@base-ui\/.*\/(floating-ui-react\/utils\/(?!composite)|platform\/|popupStateMapping|Common\w+DataAttributes)|\/use-sync-external-store\//;

/** Small modules that several parts use which load on their own: one file is smaller than one for each. */
const SMALL =
  /src\/(ui\/(moreIcons|nextIndex|Notice|Popover|saveFile)|core\/util\/bytesText)\.tsx?$/;

/** As {@link SMALL}, of what the page of embeds uses too, which has no React. */
const VALUES =
  /src\/(core\/util\/(colors|countText)|core\/plan\/sliderNumbers|workspace\/runs\/originsText)\.ts$/;

/**
 * Groups of modules in one file each. By default, the bundler makes a file of each set of
 * modules that several parts of the page share. The first picture needs only {@link FIRST_DEVICE} and
 * {@link START}: if a part of them were in `interface`, the page would evaluate all of React
 * before it requests the graphics device.
 */
export function startChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    groupOf(FIRST_DEVICE, (graph) => importedBy('start/firstDevice.ts', graph)),
    groupOf(START, (graph) => without('start/main.ts', importedBy('start/main.ts', graph))),
    groupOf(START, (graph) => inBoth(importedBy(INTERFACE, graph), usedBy(EMBED, graph))),
    {
      ...groupOf('interface', (graph) => without(INTERFACE, importedBy(INTERFACE, graph))),
      test: (id) => !DIALOGS.test(id),
    },
    { name: 'small', test: SMALL },
    { name: 'values', test: VALUES },
  ];
}

/** A file with these modules, without those in an earlier group. */
function groupOf(
  name: string,
  modulesIn: (graph: ModuleGraph) => ReadonlySet<string>,
): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    name(id, graph) {
      modules ??= modulesIn(graph);
      return modules.has(id) ? name : null;
    },
  };
}

/** A module of the pages and its static imports at any depth. */
function importedBy(file: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([path.join(app, file)]);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** As {@link importedBy}, with what is imported later. */
function usedBy(file: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([path.join(app, file)]);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const used of info?.importedIds ?? []) found.add(used);
    for (const used of info?.dynamicallyImportedIds ?? []) found.add(used);
  }
  return found;
}

function without(file: string, modules: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...modules].filter((id) => id !== path.join(app, file)));
}

function inBoth(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((id) => others.has(id)));
}

import path from 'node:path';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const src = path.resolve(import.meta.dirname, '../../src');

/** The chunk with the imports of the page's first script. The embed page imports it too. */
export const START = 'start';

/** The chunk that requests the graphics device; the page loads it first. */
export const FIRST_DEVICE = 'first-device';

const PAGE = 'pages/playground/start/main.ts';

export const INTERFACE = 'interface';

const MOUNT = 'pages/playground/start/mount.tsx';

/** The embed page's script, which has no React. */
const EMBED = 'pages/embed/start/main.ts';

/** The chunk that every visit loads as soon as the interface is in the document. */
const WORKBENCH = 'workbench';

/** The chunk for code that {@link WORKBENCH} and embeds share. */
const COMMON = 'common';

const SHARED = 'shared';

/** Exports of the interface's libraries that only dialogs use. */
const ONLY_DIALOGS =
  /@base-ui\/.*\/(floating-ui-react\/utils\/(?!composite)|platform\/|popupStateMapping|Common\w+DataAttributes)|\/use-sync-external-store\//;

/**
 * The chunks that load later, by the files that `import()` names, relative to `src/`. A module that
 * several of them use goes into the first. A file that no row matches goes into its tool's chunk.
 */
const LATER: readonly (readonly [chunk: string, files: RegExp])[] = [
  [
    WORKBENCH,
    /^(core\/project\/projectName|engine\/(compiler\/client\/persistent|storage\/history))/,
  ],
  [WORKBENCH, /^pages\/playground\/(browser|layout\/context|notices\/Shown|start\/language|tools)/],
  [WORKBENCH, /^(ui\/MenuItems|workspace\/(api\/offer|sources))/],
  // Code that embeds load too comes before playground-only code, so that embeds load no more.
  ['editor', /^pages\/embed\/page\//],
  // Once a program draws, or follows the camera.
  ['draw', /^(core\/plan\/draw|engine\/gpu\/draw)\//],
  ['run', /^(core\/plan|engine\/(compiler\/client\/timeOut|gpu))/],
  // Once a program draws a mesh.
  ['mesh', /^core\/mesh\//],
  ['time', /^tools\/(timeline|uniforms\/animation)\/session\//],
  ['links', /^(core\/project\/links|engine\/storage\/(assets|pageLinks)|workspace\/api\/create)/],
  ['links', /^pages\/embed\//],
  // On every visit, after the workbench.
  ['panels', /^(pages\/playground\/(layout\/Result|source\/SourcePanel)|tools\/code\/targetCode)/],
  ['notices', /^(pages\/playground\/notices|ui\/faults)/],
  // Once the language server answers.
  ['assistance', /^(core\/(slang|source)|ui\/editor\/(assistance|attributes|inlay|sourceMenu))/],
  // Once the page is idle.
  ['idle', /^tools\/(code\/(changes\/changes|codeTools|costs|linkedLines)|debugger\/inline)/],
  ['idle', /^tools\/(offline|timeline)\//],
  // Once a program has a camera. Embeds load it without React.
  ['camera', /^tools\/camera\/controls\//],
  // Shown if the page cannot start, so it must need nothing else.
  ['rescue', /^pages\/playground\/start\/rescue/],
  ['palette', /^(pages\/playground\/CommandPalette|ui\/editor\/palette)/],
  ['refactoring', /^ui\/editor\/refactoring\//],
  ['formatting', /^ui\/editor\/formatting\//],
  ['dialogs', /^tools\/(gallery\/|files\/RenameDialog)/],
  ['chart', /^ui\/charts\//],
  [SHARED, /^core\/project\/zip\./],
];

/** Parts of tools that load separately, or together with another tool. Code that others use too goes into {@link SHARED}. */
const PARTS: typeof LATER = [
  ['film', /^tools\/capture\/film\//],
  ['uniforms', /^tools\/camera\/camera\./],
];

/**
 * Groups modules into one file each. By default, the bundler makes one file per set of modules that
 * several parts of the page share: about a hundred small files. The first picture needs only
 * {@link FIRST_DEVICE} and {@link START}: if a part of them were in `interface`, the page would
 * evaluate all of React before it requests the graphics device.
 */
export function chunks(): Rolldown.CodeSplittingGroup[] {
  let plan: ReadonlyMap<string, string> | undefined;
  const chunkOf = (id: string, graph: ModuleGraph) => {
    plan ??= planChunks(graph);
    return plan.get(id) ?? null;
  };
  const groupOf = (chunk: string): Rolldown.CodeSplittingGroup => ({
    name: (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null),
  });
  const inOrder = new Set([COMMON, ...LATER.map(([chunk]) => chunk)]);
  return [
    ...[FIRST_DEVICE, START].map(groupOf),
    { ...groupOf(INTERFACE), test: (id) => !ONLY_DIALOGS.test(id) },
    ...[...inOrder].map(groupOf),
    { name: chunkOf, includeDependenciesRecursively: false },
  ];
}

/** Assigns modules to chunks. Modules without an entry are left to the bundler. */
function planChunks(graph: ModuleGraph): ReadonlyMap<string, string> {
  const plan = new Map<string, string>();
  // First scripts, which load before everything else or on their own.
  const alone = importedBy(['pages/embed/start/boot.ts', 'pages/embeds/main.ts'], graph);
  const put = (chunk: string, modules: Iterable<string>) => {
    for (const id of modules) {
      if (!plan.has(id) && !ofEmbeds(id) && !alone.has(id)) plan.set(id, chunk);
    }
  };
  const interfaceModules = importedBy([MOUNT], graph);
  const embedPage = importedBy([EMBED], graph);
  const embedModules = usedBy(EMBED, graph);
  const embedsToo = (modules: ReadonlySet<string>) =>
    [...modules].filter((id) => embedModules.has(id));
  put(FIRST_DEVICE, importedBy(['pages/playground/start/firstDevice.ts'], graph));
  put(
    START,
    [...importedBy([PAGE], graph)].filter((id) => id !== idOf(PAGE)),
  );
  put(START, embedPage);
  put(START, embedsToo(interfaceModules));
  put(INTERFACE, interfaceModules);

  const files = loadedLater(graph).map((file) => ({ file, chunk: chunkOfLater(file) }));
  const modulesOf = (wanted: string) => {
    const own = files.filter(({ chunk }) => chunk === wanted);
    return importedBy(
      own.map(({ file }) => file),
      graph,
    );
  };
  put(COMMON, embedsToo(modulesOf(WORKBENCH)));
  for (const [chunk] of LATER) put(chunk, modulesOf(chunk));
  const tools = new Set(files.map(({ chunk }) => chunk));
  for (const [chunk] of LATER) tools.delete(chunk);
  const users = new Map<string, string[]>();
  for (const tool of tools) {
    for (const id of modulesOf(tool)) users.set(id, [...(users.get(id) ?? []), tool]);
  }
  for (const [id, [tool, ...others]] of users) {
    if (tool) put(others.length > 0 ? SHARED : tool, [id]);
  }
  // Few embeds show an editor.
  const views = modulesOf('editor');
  for (const id of embedModules) {
    if (ofEmbeds(id) && !embedPage.has(id))
      plan.set(id, views.has(id) ? 'embed-views' : 'embed-later');
  }
  return plan;
}

/** @param file relative to `src/` */
function chunkOfLater(file: string): string {
  const row = [...LATER, ...PARTS].find(([, files]) => files.test(file));
  const chunk = row?.[0] ?? /^tools\/([^/]+)\//.exec(file)?.[1];
  if (chunk) return chunk;
  throw new Error(`${file} is loaded later: give it a chunk in scripts/build/chunks.ts.`);
}

const idOf = (file: string) => path.join(src, file);

/** Embeds have their own files, which the playground does not load. */
const ofEmbeds = (id: string) => id.startsWith(idOf('pages/embed'));

/** The modules and their static imports at any depth. */
function importedBy(files: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(files.map(idOf));
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** Like {@link importedBy}, including dynamic imports. */
function usedBy(file: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([idOf(file)]);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const used of info?.importedIds ?? []) found.add(used);
    for (const used of info?.dynamicallyImportedIds ?? []) found.add(used);
  }
  return found;
}

function loadedLater(graph: ModuleGraph): string[] {
  const modules = [...usedBy(PAGE, graph), ...usedBy(EMBED, graph)];
  const later = modules.flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const files = [...new Set(later)].map((id) => path.relative(src, id));
  return files.filter((file) => file !== MOUNT && !file.startsWith('..'));
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Which folder of `src/` may import which. `npx tsx scripts/generate/importRules.ts` writes the lint
 * rules of biome.json and the table of docs/architecture.md from this one; a test compares them.
 */
export interface ImportRule {
  /** Below `src/`. A rule for a folder inside another replaces the outer one there. */
  readonly folder: string;
  readonly holds: string;
  /** Folders and files below `src/`, besides the folder itself; null if everything. */
  readonly mayImport: readonly string[] | null;
  /** Whether it may import React and its libraries. */
  readonly react?: true;
}

const TOOL = ['gpu', 'program', 'shared', 'ui', 'workspace'];
const CODE_TOOL = ['codeAnalysis', 'editor', 'program', 'shared', 'ui', 'workspace'];
const PANEL = ['workspace', 'program', 'reference', 'ui', 'shared'];

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    folder: 'shared',
    holds: '`Result`, disposal, time limits, limited fetches, storage, text and byte helpers',
    mayImport: [],
  },
  {
    folder: 'reference',
    holds:
      'the data of the attribute reference: names, arguments, meanings, one example shader each',
    mayImport: [],
  },
  {
    folder: 'program',
    holds:
      'pure functions about a shader program: targets, `reflection/`, the `plan/` of a run, `lineMap/` and so on',
    mayImport: ['reference', 'shared', 'generated'],
  },
  {
    folder: 'compiler/core',
    holds: 'use of the Slang WebAssembly module. Runs in a worker and in Node',
    mayImport: ['compiler/protocol.ts', 'program', 'shared', 'slang', 'generated'],
  },
  {
    folder: 'compiler/worker',
    holds: 'the thin entry of the compiler worker',
    mayImport: ['compiler/protocol.ts', 'compiler/core', 'shared', 'slang', 'generated'],
  },
  {
    folder: 'compiler/client',
    holds: 'the page’s side of the compiler: job queue, time limits, restarts, caches',
    mayImport: ['compiler/protocol.ts', 'program', 'shared'],
  },
  {
    folder: 'language-server',
    holds: 'the second worker’s protocol, which is LSP over JSON-RPC, and its text documents',
    mayImport: ['shared'],
  },
  {
    folder: 'language-server/core',
    holds: 'the same binary as a language server. Runs in a worker and in Node',
    mayImport: [
      'compiler/protocol.ts',
      'compiler/core/slangModule.ts',
      'generated',
      'language-server/protocol.ts',
      'language-server/textDocument.ts',
      'program',
      'shared',
    ],
  },
  {
    folder: 'language-server/worker',
    holds: 'the thin entry of the language worker',
    mayImport: [
      'compiler/core/slangModule.ts',
      'generated',
      'language-server/core',
      'language-server/protocol.ts',
      'shared',
      'slang',
    ],
  },
  {
    folder: 'language-server/client',
    holds: 'the page’s side of it, which keeps the worker alive',
    mayImport: ['language-server/protocol.ts', 'language-server/textDocument.ts', 'shared'],
  },
  {
    folder: 'worker',
    holds:
      'the one script of both workers, so that they share the binary’s loader; the worker’s name selects its role',
    mayImport: [
      'compiler/worker/worker.ts',
      'language-server/worker/worker.ts',
      'language-server/protocol.ts',
    ],
  },
  {
    folder: 'service-worker',
    holds: 'keeps the site for visits without a network; becomes `sw.js`',
    mayImport: [],
  },
  {
    folder: 'editor',
    holds:
      'CodeMirror: problems, folding, `grammars/`, `spirv/`; `attributes/`, `assistance/`, `refactoring/` and `formatting/` load on first use',
    mayImport: [
      'language-server/protocol.ts',
      'language-server/client',
      'program/source/tokens.ts',
      'reference',
      'shared',
    ],
  },
  {
    folder: 'gpu',
    holds:
      'WebGPU: device, `resources/`, pipelines, frames and their `timing/`, `input/`, reading prints back, presenting; `replay/` draws frames beside the run',
    mayImport: ['program', 'shared'],
  },
  {
    folder: 'workspace',
    holds: 'the store and its commands. Declares the interfaces it needs of compiler and GPU',
    mayImport: ['program', 'shared'],
  },
  {
    folder: 'history',
    holds: 'storage of drafts and saved versions; comparing, merging and describing versions',
    mayImport: [
      'program/project/project.ts',
      'workspace/sources/draft.ts',
      'workspace/services.ts',
      'shared',
    ],
  },
  {
    folder: 'ui',
    holds: 'React primitives and design tokens: props in, events out',
    mayImport: ['shared'],
    react: true,
  },
  { folder: 'panels/diagnostics', holds: 'tabs, the picture, Help', mayImport: PANEL, react: true },
  {
    folder: 'panels/gallery',
    holds: 'the gallery of demos',
    mayImport: [...PANEL, 'demos'],
    react: true,
  },
  { folder: 'panels/help', holds: 'tabs, the picture, Help', mayImport: PANEL, react: true },
  {
    folder: 'panels/history',
    holds: 'the history dialog',
    mayImport: [...PANEL, 'editor', 'history'],
    react: true,
  },
  { folder: 'panels/output', holds: 'tabs, the picture, Help', mayImport: PANEL, react: true },
  {
    folder: 'panels/picture',
    holds: 'tabs, the picture, Help',
    mayImport: PANEL,
    react: true,
  },
  { folder: 'panels/reflection', holds: 'tabs, the picture, Help', mayImport: PANEL, react: true },
  {
    folder: 'panels/source',
    holds: 'the source editor and its status bar',
    mayImport: [...PANEL, 'editor'],
    react: true,
  },
  {
    folder: 'panels/target-code',
    holds: 'the Target Code tab',
    mayImport: [...PANEL, 'editor'],
    react: true,
  },
  { folder: 'panels/uniforms', holds: 'tabs, the picture, Help', mayImport: PANEL, react: true },
  {
    folder: 'debugger',
    holds: 'the debugger',
    mayImport: ['editor', 'gpu', 'program', 'shared', 'ui', 'workspace'],
    react: true,
  },
  {
    folder: 'resources',
    holds: 'the resource inspector',
    mayImport: [...TOOL, 'capture/png/encodePng.ts'],
    react: true,
  },
  {
    folder: 'project',
    holds: 'projects beyond the main file; `disk/` opens and saves',
    mayImport: ['program', 'shared', 'ui', 'workspace', 'resources/data/npy'],
    react: true,
  },
  {
    folder: 'timeline',
    holds: 'the timeline, which replays frames',
    mayImport: TOOL,
    react: true,
  },
  {
    folder: 'profile',
    holds: 'GPU time of entry points; `groups/` tries group sizes',
    mayImport: [...TOOL, 'editor'],
    react: true,
  },
  {
    folder: 'capture',
    holds: 'pictures and films of exact frames',
    mayImport: [...TOOL, 'project/disk/zip'],
    react: true,
  },
  {
    folder: 'compare',
    holds: 'the picture beside a pinned one',
    mayImport: TOOL,
    react: true,
  },
  {
    folder: 'animation',
    holds: 'animated sliders',
    mayImport: TOOL,
    react: true,
  },
  {
    folder: 'codeAnalysis',
    holds: 'what the views of target code share: compiles in the background, a worker, line maps',
    mayImport: ['program', 'shared', 'slang', 'workspace'],
  },
  {
    folder: 'linkedLines',
    holds: 'lines of source and target code that belong together, lit in both editors',
    mayImport: [...CODE_TOOL, 'slang'],
    react: true,
  },
  {
    folder: 'wgslProblems',
    holds: 'what the browser refuses in WGSL, as problems in the source',
    mayImport: CODE_TOOL,
  },
  {
    folder: 'targets',
    holds: 'every entry point for every target',
    mayImport: [...CODE_TOOL, 'costs', 'project/disk/zip'],
    react: true,
  },
  {
    folder: 'changes',
    holds: 'what an edit changed in the target code; two outputs side by side',
    mayImport: CODE_TOOL,
    react: true,
  },
  {
    folder: 'costs',
    holds: 'instructions by kind, counted from SPIR-V',
    mayImport: CODE_TOOL,
    react: true,
  },
  {
    folder: 'export',
    holds:
      'the running program as a page, modules, a project or host code; `runtime/` is in those for the web',
    mayImport: [...TOOL, 'project', 'resources/data', 'slang'],
    react: true,
  },
  {
    folder: 'reduce',
    holds: 'shrinks a source with a fault of the compiler while the fault stays',
    mayImport: [
      ...['compiler/client', 'compiler/protocol.ts'],
      ...['program', 'report', 'shared', 'ui', 'workspace'],
    ],
    react: true,
  },
  {
    folder: 'convert',
    holds: 'Slang from other shading languages',
    mayImport: ['program', 'shared', 'ui', 'workspace'],
    react: true,
  },
  {
    folder: 'report',
    holds: 'a project and its problems as Markdown',
    mayImport: ['program', 'shared', 'workspace'],
  },
  {
    folder: 'api',
    holds: '`window.slangPlayground`',
    mayImport: [
      'gpu',
      'program',
      'project/files/checkFiles.ts',
      'project/limits.ts',
      'shared',
      'workspace',
    ],
  },
  {
    folder: 'embed',
    holds: 'the page that other sites frame, its protocol, the element and the code that embed it',
    mayImport: ['api', 'editor', 'program', 'shared', 'workspace'],
  },
  {
    folder: 'share',
    holds: 'the share dialog',
    mayImport: ['embed/code', 'program', 'report', 'shared', 'ui', 'workspace'],
    react: true,
  },
  {
    folder: 'palette',
    holds: 'the command palette: search, list and recent commands',
    mayImport: ['shared', 'ui'],
    react: true,
  },
  {
    folder: 'demos',
    holds: '`<name>.slang`, thumbnails and the list of demos',
    mayImport: ['program'],
  },
  {
    folder: 'slang',
    holds: '`playground.slang`, `printing.slang` and `rendering.slang`, which users import',
    mayImport: [],
  },
  {
    folder: 'app',
    holds:
      'the composition root: `start/`, `layout/`, `navbar/`, `notices/`, `commands/`, `tools/`, `browser/`, `faults/`, `embed/`. Nothing imports it',
    mayImport: null,
    react: true,
  },
];

const root = path.resolve(import.meta.dirname, '../..');
const BIOME = path.join(root, 'biome.json');
const ARCHITECTURE = path.join(root, 'docs/architecture.md');
const TESTS = ['!**/*.test.ts', '!**/*.test.tsx'];
const REACT = ['react', 'react/*', 'react-dom', 'react-dom/*', '@base-ui/**'];

interface BannedImports {
  readonly group: readonly string[];
  readonly message: string;
}

interface LintOverride {
  readonly includes: readonly string[];
  readonly linter: object;
}

/** The overrides of biome.json that enforce the rules. */
export function lintOverrides(): LintOverride[] {
  const folders = IMPORT_RULES.flatMap((rule) => {
    const patterns = bannedIn(rule);
    return patterns.length > 0 ? [override([`src/${rule.folder}/**`, ...TESTS], patterns)] : [];
  });
  const outside = override(
    ['tests/**', 'bench/**', 'fuzz/**', 'scripts/**'],
    [{ group: ['#pages/playground/**'], message: 'app/ is the composition root: nothing imports it.' }],
  );
  return [...folders, outside];
}

function bannedIn({ folder, mayImport, react }: ImportRule): BannedImports[] {
  const climbing = {
    group: ['../**', '..'],
    message: 'Name another folder by # (#program/…), so that the import direction can be checked.',
  };
  if (mayImport === null) return [climbing];
  const allowed = [...mayImport, folder];
  const directions = {
    group: ['#*', '#*/**', ...allowed.map((each) => (isFile(each) ? `!#${each}` : `!#${each}/**`))],
    message: `${folder}/ may import only ${listed(mayImport)} (scripts/generate/importRules.ts).`,
  };
  const reactBan = { group: REACT, message: `${folder}/ does not use React.` };
  return react ? [directions, climbing] : [directions, reactBan, climbing];
}

function override(includes: readonly string[], patterns: readonly BannedImports[]): LintOverride {
  const noRestrictedImports = { level: 'error', options: { patterns } };
  return { includes, linter: { rules: { style: { noRestrictedImports } } } };
}

function isFile(name: string): boolean {
  return path.posix.extname(name) !== '';
}

function listed(names: readonly string[]): string {
  const shown = names.map((name) => (isFile(name) ? name : `${name}/`));
  return shown.length === 0 ? 'its own files' : shown.join(', ');
}

/** Names in the table for what several folders may import. A longer one goes first. */
const GROUPS: readonly (readonly [name: string, members: readonly string[]])[] = [
  ['code tool', CODE_TOOL],
  ['tool', TOOL],
  ['panel', PANEL],
];

/** The table of docs/architecture.md. */
export function folderTable(): string {
  const rows = new Map<string, { folders: string; holds: string; may: string }>();
  for (const { folder, holds, mayImport } of IMPORT_RULES) {
    const may = mayImport === null ? 'everything' : inTable(mayImport) || '—';
    // Panels that may import the same share a row.
    const key = folder.startsWith('panels/') ? may : folder;
    const row = rows.get(key);
    rows.set(key, {
      folders: row ? `${row.folders}, ${path.basename(folder)}` : linked(folder),
      holds: row && row.holds !== holds ? `${row.holds}; ${holds}` : holds,
      may,
    });
  }
  const lines = [...rows.values()].map(
    ({ folders, holds, may }) => `| ${folders} | ${holds} | ${may} |`,
  );
  const table = [
    '| folder of `src/` | what it holds | may import |',
    '| --- | --- | --- |',
    ...lines,
  ];
  const groups = GROUPS.map(([name, members]) => `*${name}*: ${coded(members)}`);
  return [...table, '', `There, ${groups.join('; ')}.`].join('\n');
}

/** The folder, as a link to what explains it or the folder around it. */
function linked(folder: string): string {
  const readmes = [folder, path.dirname(folder)].map((each) => `src/${each}/README.md`);
  const readme = readmes.find((each) => existsSync(path.join(root, each)));
  return readme === undefined ? folder : `[${folder}](../${readme})`;
}

function inTable(names: readonly string[]): string {
  const group = GROUPS.find(([, members]) => members.every((member) => names.includes(member)));
  if (!group) return coded(names);
  const [name, members] = group;
  const others = names.filter((each) => !members.includes(each));
  return [`*${name}*`, ...(others.length > 0 ? [coded(others)] : [])].join(', ');
}

function coded(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const TABLE = /(?<=<!-- folders -->\n)[\s\S]*?(?=\n<!-- \/folders -->)/;

function isImportRule(override: LintOverride): boolean {
  return JSON.stringify(override.linter ?? null).includes('noRestrictedImports');
}

/** The two files with the generated parts. */
export async function generateFromImportRules(): Promise<ReadonlyMap<string, string>> {
  const config = JSON.parse(await readFile(BIOME, 'utf8'));
  const others = (config.overrides as LintOverride[]).filter((each) => !isImportRule(each));
  const biome = { ...config, overrides: [...lintOverrides(), ...others] };
  const architecture = await readFile(ARCHITECTURE, 'utf8');
  return new Map([
    [BIOME, `${JSON.stringify(biome, null, 2)}\n`],
    [ARCHITECTURE, architecture.replace(TABLE, () => folderTable())],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generateFromImportRules()) await writeFile(file, text);
  // JSON has one item a line; the formatter joins short lists.
  execFileSync('npx', ['biome', 'format', '--write', BIOME], { cwd: root, stdio: 'inherit' });
}

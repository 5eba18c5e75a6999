import { contentsOf } from '#core/plan/attributes/resources.ts';
import { addressesOf } from '#core/project/assetPaths.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { PAGE_STYLE } from '#tools/export/html/style.ts';
import { type ModuleTexts, writeModule } from '#tools/export/module/writeModule.ts';
import { animationLimits, SET_UNIFORMS } from '#tools/export/program/animationLimits.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import { deviceLimits } from '#tools/export/program/deviceLimits.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { SourceFile } from '#tools/export/program/sourceFiles.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { mainText } from './mainText.ts';
import { pageText } from './pageText.ts';
import { readmeText } from './readmeText.ts';

export interface ProjectTexts extends ModuleTexts {
  /** The parts of a page that need a browser. */
  readonly browser: string;
  /** Versions of libraries, by their names. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface ProjectParts {
  readonly texts: ProjectTexts;
  /** In Slang. */
  readonly sources: readonly SourceFile[];
}

export interface NewFile {
  readonly path: string;
  readonly content: string | Blob;
}

/** Files beside the program in `src/`. */
const OTHERS: ReadonlySet<string> = new Set(['main', 'browser', 'style']);

/** The files of a Vite project that shows the program. */
export async function projectFiles(
  program: ExportedProgram,
  { texts, sources }: ProjectParts,
): Promise<readonly NewFile[]> {
  const { name } = program;
  const module = `${OTHERS.has(name.toLowerCase()) ? `${name}-program` : name}.ts`;
  const images = imageFiles(program);
  const data = await toProgramData(program, (address) =>
    images.has(address) ? placeholder(address) : null,
  );
  const expressionOf = (text: string) => {
    const path = images.get(text.slice(PLACEHOLDER.length))?.path;
    if (!text.startsWith(PLACEHOLDER) || path === undefined) return null;
    return `new URL('./${path}', import.meta.url).href`;
  };
  return [
    { path: 'package.json', content: packageText(name, texts.versions) },
    { path: 'tsconfig.json', content: TSCONFIG },
    { path: 'index.html', content: pageText(name) },
    { path: 'README.md', content: readmeText({ name, module, limits: projectLimits(program) }) },
    { path: 'src/main.ts', content: mainText(`./${module}`) },
    { path: 'src/browser.ts', content: `${texts.browser}\n` },
    { path: 'src/style.css', content: PAGE_STYLE },
    { path: `src/${module}`, content: writeModule(program, data, { texts, expressionOf }) },
    ...[...images.values()].map(({ path, blob }) => ({ path: `src/${path}`, content: blob })),
    ...sources.map(({ path, text }) => ({ path: `src/core/slang/${path}`, content: text })),
  ];
}

/** Marks the address of an image in the program's data, in which no other string begins so. */
const PLACEHOLDER = '\u0000image ';

function placeholder(address: string): string {
  return PLACEHOLDER + address;
}

/** The images of textures as files. Data stays in the module. */
function imageFiles(program: ExportedProgram) {
  const addresses = new Set(
    program.descriptor.resourceCommands.flatMap(({ parsedCommand }) =>
      contentsOf(parsedCommand).kind === 'image' ? addressesOf(parsedCommand) : [],
    ),
  );
  return new Map([...dataFiles(program)].filter(([address]) => addresses.has(address)));
}

const LIBRARIES = ['@webgpu/types', 'typescript', 'vite'];

function packageText(name: string, versions: ProjectTexts['versions']): string {
  const devDependencies = Object.fromEntries(
    LIBRARIES.map((each) => [each, ownValue(versions, each)]),
  );
  const description = {
    // What npm takes as a name.
    name: name.toLowerCase().replace(/^[^a-z0-9]+/, '') || 'shader',
    ...{ version: '0.1.0', private: true, type: 'module' },
    scripts: { dev: 'vite', build: 'tsc && vite build --base ./', preview: 'vite preview' },
    devDependencies,
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": ["@webgpu/types"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true,
    "noEmit": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`;

/** What of a program its project cannot contain. */
export function projectLimits(program: ExportedProgram): readonly string[] {
  return [...animationLimits(program, SET_UNIFORMS), ...deviceLimits(program)];
}

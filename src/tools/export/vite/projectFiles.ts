import { addressesOf, contentsOf } from '#core/plan/attributes/resources.ts';
import { CAMERA_ORBIT, OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { PAGE_STYLE } from '#tools/export/html/style.ts';
import { type ModuleTexts, writeModule } from '#tools/export/module/writeModule.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import {
  animationLimits,
  cameraLimits,
  deviceLimits,
  PAGE_CAMERA,
  SET_UNIFORMS,
} from '#tools/export/program/limits.ts';
import type { SourceFile } from '#tools/export/program/sourceFiles.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import type { CameraValues, ProgramData } from '#tools/export/runtime/programData.ts';

interface ProjectTexts extends ModuleTexts {
  /** Source of a page's browser code. */
  readonly browser: string;
  /** Source of `orbitCamera`, for programs that follow the camera. */
  readonly orbit: string;
  readonly versions: Readonly<Record<string, string>>;
}

interface ProjectParts {
  readonly texts: ProjectTexts;
  /** In Slang. */
  readonly sources: readonly SourceFile[];
}

export interface NewFile {
  readonly path: string;
  readonly content: string | Blob;
}

/** Other files in `src/`, whose names the program must not use. */
const OTHERS: ReadonlySet<string> = new Set(['main', 'browser', 'style']);

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
    { path: 'src/main.ts', content: mainText(`./${module}`, data) },
    { path: 'src/browser.ts', content: browserText(data, texts) },
    { path: 'src/style.css', content: PAGE_STYLE },
    { path: `src/${module}`, content: writeModule(program, data, { texts, expressionOf }) },
    ...[...images.values()].map(({ path, blob }) => ({ path: `src/${path}`, content: blob })),
    ...sources.map(({ path, text }) => ({ path: `src/core/slang/${path}`, content: text })),
  ];
}

function browserText({ camera }: ProgramData, { browser, orbit }: ProjectTexts): string {
  return `${browser}\n${camera ? `\n${orbit}\n` : ''}`;
}

/** Prefix that marks an image's address in the program data; no other string starts with it. */
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
    // npm requires a lowercase name that starts with a letter or digit.
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

export function projectLimits(program: ExportedProgram): readonly string[] {
  return [
    ...animationLimits(program, SET_UNIFORMS),
    ...cameraLimits(program, PAGE_CAMERA),
    ...deviceLimits(program),
  ];
}

/** @param title only letters, digits, `-` and `_` */
function pageText(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./src/style.css">
  </head>
  <body>
    <canvas id="picture" role="img" aria-label="Picture of ${title}" tabindex="0"></canvas>
    <pre id="printed" aria-label="Printed text" tabindex="0" hidden></pre>
    <p id="message" role="alert" hidden></p>
    <div id="panel">
      <button id="play" type="button">Play</button>
      <div id="controls"></div>
    </div>
    <script type="module" src="./src/main.ts"></script>
  </body>
</html>
`;
}

interface ReadmeParts {
  readonly name: string;
  /** File name of the program's module in `src/`. */
  readonly module: string;
  /** What the project does not contain, as sentences. */
  readonly limits: readonly string[];
}

function readmeText({ name, module, limits }: ReadmeParts): string {
  const missing =
    limits.length === 0 ? '' : `\n## Not in it\n\n${limits.map((each) => `- ${each}\n`).join('')}`;
  return `# ${name}

A program from Slang Playground, which runs in a page of its own.

\`\`\`sh
npm install
npm run dev      # serves the page, and follows your edits
npm run build    # checks the types, and builds the page into dist/
\`\`\`

- \`src/${module}\`: the program: its WGSL, its resources, typed uniforms and structs, and the run-time.
- \`src/main.ts\`: the page: the canvas, mouse, keys, the controls and the frame loop.
- \`src/browser.ts\`: what \`src/main.ts\` uses of the browser.
- \`src/core/slang/\`: the sources in Slang. The page runs the WGSL that was compiled from them.

The page needs a browser with WebGPU, and \`https\` or \`localhost\`.
${missing}`;
}

function orbitText({ [CAMERA_ORBIT]: orbit }: CameraValues): string {
  const name = `'${CAMERA_ORBIT}'`;
  return `  let orbit: Uniforms[${name}] = ${JSON.stringify(orbit)};
  orbitCamera(
    canvas,
    () => orbit,
    (next) => {
      orbit = next;
      program.setUniforms({ ${name}: next });
      changed = true;
    },
  );
`;
}

/**
 * The page's script.
 *
 * @param module import path of the program, such as `./ocean.ts`
 */
function mainText(module: string, { camera }: ProgramData): string {
  const orbit = camera ? 'orbitCamera, ' : '';
  return `import { createPresenter, fillPanel, ${orbit}watchInputs, watchScreen } from './browser.ts';
import { createProgram, programData, requestGpuDevice, type Uniforms } from '${module}';

/** In pixels, for a program that draws no picture. */
const NO_PICTURE = { width: 512, height: 512 };
/** Frames that the device may have to do. */
const MAX_PENDING = 2;

const drawsPicture = '${OUTPUT_TEXTURE}' in programData.layout;
const prints = '${PRINT_BUFFER}' in programData.layout;

const canvas = find('picture', HTMLCanvasElement);
const printed = find('printed', HTMLElement);
const controls = find('controls', HTMLElement);
const message = find('message', HTMLElement);
const playButton = find('play', HTMLButtonElement);

async function start(): Promise<void> {
  canvas.hidden = !drawsPicture;
  printed.hidden = !prints;
  const requested = await requestGpuDevice();
  if (!requested.ok) throw new Error(requested.error);
  const device = requested.value;
  void device.lost.then((lost) => showMessage(\`The graphics device was lost: \${lost.message}\`));
  const screen = watchScreen(canvas, device.limits.maxTextureDimension2D, 1);
  const inputs = watchInputs(canvas, programData);
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  const program = await createProgram(device, screen.size() ?? NO_PICTURE);

  let playing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** Whether there is something to draw while the page is paused, as there is at first. */
  let changed = true;
  /** The newest one. */
  let frame = -1;
  let time = 0;
  let before = performance.now();
  let pending = 0;
  const showPlaying = () => {
    playButton.textContent = playing ? 'Pause' : 'Play';
  };
  playButton.addEventListener('click', () => {
    playing = !playing;
    showPlaying();
  });
  showPlaying();
  fillPanel(controls, programData, (name, value) => {
    program.setUniforms({ [name]: value } as Partial<Uniforms>);
    changed = true;
  });
${camera ? orbitText(camera) : ''}
  const turn = (now: number) => {
    requestAnimationFrame(turn);
    const size = drawsPicture ? screen.size() : NO_PICTURE;
    const seconds = (now - before) / 1000;
    before = now;
    if (!size || pending >= MAX_PENDING) return;
    const resized = canvas.width !== size.width || canvas.height !== size.height;
    if (!playing && !changed && !(resized && !canvas.hidden)) return;
    if (playing && frame >= 0) time += Math.min(0.25, seconds);
    if (playing || frame < 0) frame += 1;
    changed = false;
    program.resize(size.width, size.height);
    const encoder = device.createCommandEncoder();
    program.dispatch(encoder, inputs.at(frame, time));
    const picture = program.picture();
    if (picture) presenter.encode(encoder, canvas, size, picture);
    device.queue.submit([encoder.finish()]);
    pending += 1;
    const completed = () => {
      pending -= 1;
    };
    device.queue.onSubmittedWorkDone().then(completed, completed);
    if (prints) void program.printed().then(showPrinted, () => {});
  };
  requestAnimationFrame(turn);
}

function showPrinted(text: string): void {
  if (text !== '') printed.textContent = text;
}

function showMessage(text: string): void {
  message.textContent = text;
  message.hidden = false;
}

function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(\`The page has no \${id}.\`);
  return element;
}

start().catch((error: unknown) => showMessage(error instanceof Error ? error.message : String(error)));
`;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { type Compiler, createCompiler } from '#engine/compiler/core/compiler.ts';
import { LIBRARY_NAMES } from '#engine/compiler/core/libraries.ts';
import { instantiateSlang, type SlangSession } from '#engine/compiler/core/slangModule.ts';
import { print } from './report.ts';
import { BENCH_SIZES, benchProject, benchSource } from './sources.ts';
import { median } from './statistics.ts';

const root = path.resolve(import.meta.dirname, '..');
const WGSL = 28;
const WARM_UP = 30;
const PAIRS = 60;

async function loadParts() {
  const compressed = await readFile(path.join(root, 'generated/slang/slang-wasm.wasm.gz'));
  const binary = await WebAssembly.compile(await promisify(gunzip)(compressed));
  const libraries = await Promise.all(
    LIBRARY_NAMES.map(async (name) => ({
      name,
      source: await readFile(path.join(root, `src/core/slang/${name}.slang`), 'utf8'),
    })),
  );
  return { binary, libraries };
}

/** The fewest calls that produce WGSL and a layout: the cost of the binary alone. */
async function createBareCompiler({ binary, libraries }: Awaited<ReturnType<typeof loadParts>>) {
  const { slang } = await instantiateSlang(binary);
  const globalSession = slang.createGlobalSession();
  return (source: string) => {
    const session = globalSession?.createSession(WGSL) as SlangSession | null;
    if (!session) throw new Error('The binary gave no session.');
    for (const library of libraries) {
      session.loadModuleFromSource(library.source, library.name, `/${library.name}.slang`);
    }
    const module = session.loadModuleFromSource(source, 'user', USER_SHADER_PATH);
    const entryPoint = module?.getDefinedEntryPoint(0);
    if (!module || !entryPoint) throw new Error('The bench source does not compile.');
    const program = session.createCompositeComponentType([module, entryPoint])?.link();
    program?.getTargetCode(0);
    program?.getLayout(0)?.toJsonObject();
    session.delete();
  };
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const PROJECT = { lines: 5000, files: 20 };
const PROJECT_PAIRS = 3;

/** Compiles a program alternately as one file and as several. Its code takes most of the time. */
async function benchFiles(compiler: Compiler): Promise<void> {
  const { single, main, files } = benchProject(PROJECT.lines, PROJECT.files);
  const one: number[] = [];
  const several: number[] = [];
  for (let pair = 0; pair <= PROJECT_PAIRS; pair += 1) {
    const edit = `// edit ${pair}\n`;
    one.push(await timed(() => compiler.compile(runRequest(single + edit))));
    several.push(await timed(() => compiler.compile(runRequest(main + edit, files))));
  }
  // The first compiles warm up the binary.
  const [whole, parts] = [median(one.slice(1)), median(several.slice(1))];
  print(`${PROJECT.lines} lines in one file to WGSL`, whole, 'ms');
  print(`${PROJECT.lines} lines in ${PROJECT.files} files to WGSL`, parts, 'ms');
  console.log(`${PROJECT.files} files / one file: ${(parts / whole).toFixed(2)} (goal 1.10)`);
}

/**
 * Runs the core and the bare binary alternately, then measures the core's memory over 1,000
 * compiles. In Node.
 */
export async function benchCore(): Promise<void> {
  const parts = await loadParts();
  const compiler = await createCompiler(parts.binary, parts.libraries);
  const bare = await createBareCompiler(parts);
  const source = benchSource(BENCH_SIZES.small);
  let edits = 0;
  const edited = () => {
    edits += 1;
    return `${source}// edit ${edits}\n`;
  };
  const compile = () =>
    compiler.compile({
      target: 'WGSL',
      entrypoint: null,
      sourceCode: edited(),
      shaderPath: USER_SHADER_PATH,
    });
  const megabytes = () => compiler.memoryBytes() / 1e6;

  await compile();
  print('compiler memory after 1 compile', megabytes(), 'MB');
  for (let index = 1; index < WARM_UP; index += 1) {
    await compile();
    bare(edited());
  }
  const own: number[] = [];
  const raw: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    own.push(await timed(compile));
    raw.push(await timed(() => bare(edited())));
  }
  for (let index = WARM_UP + PAIRS; index < 100; index += 1) await compile();
  print('compiler memory after 100 compiles', megabytes(), 'MB');
  print('small shader to WGSL, core', median(own), 'ms');
  print('small shader to WGSL, bare binary', median(raw), 'ms');
  console.log(`core divided by bare binary: ${(median(own) / median(raw)).toFixed(2)} (goal 1.3)`);
  await benchFiles(compiler);
  for (let index = 100; index < 1000; index += 1) await compile();
  print('compiler memory after 1,000 compiles', megabytes(), 'MB');
}

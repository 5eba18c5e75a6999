import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runRequest } from '#core/output/compileResult.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { createTestCompiler } from '../tests/support/compiler.ts';
import { loadBundled } from './bundled.ts';
import { print } from './report.ts';
import { median } from './statistics.ts';

type Instrument = typeof import('#core/source/instrument/compileInstrumented.ts');

const ROUNDS = 3;

/** Processor time of this process in milliseconds; other programs do not count. */
function processorTime(): number {
  return process.cpuUsage().user / 1000;
}

/** Measures how much longer the demos take to compile when they record their threads' work. */
export async function benchInstrumented(): Promise<void> {
  const { loaded, close } = await loadBundled('/src/core/source/instrument/compileInstrumented.ts');
  const { compileInstrumented } = loaded as Instrument;
  const compiler = await createTestCompiler();
  const compile = async (text: string, files: readonly ProjectFile[] = []) =>
    compiler.compile(runRequest(text, files));
  const plain: number[] = [];
  const ratios: number[] = [];
  let refused = 0;
  for (const { url } of GALLERY) {
    const source = await readFile(path.resolve('src/core/slang/demos', `${url}.slang`), 'utf8');
    const times: { plain: number; instrumented: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const start = processorTime();
      await compile(source);
      const between = processorTime();
      const compiled = await compileInstrumented({ text: source, files: [] }, compile);
      const end = processorTime();
      if (round === 0 && compiled?.ok && compiled.value.compiles > 1) refused += 1;
      // In the first round, V8 still compiles the compiler's code.
      if (round > 0) times.push({ plain: between - start, instrumented: end - between });
    }
    const once = median(times.map((each) => each.plain));
    plain.push(once);
    ratios.push(median(times.map((each) => each.instrumented)) / once);
  }
  print('a demo compiled, processor time, median of all', median(plain), 'ms');
  print('instrumented and compiled over that, median', median(ratios) * 100, '%');
  print('instrumented and compiled over that, the most', Math.max(...ratios) * 100, '%');
  print('demos that needed more than one compile', refused, '');
  await close();
}

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { RACE_PROGRAMS } from '../support/racePrograms.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let running: Awaited<ReturnType<typeof realDebugger>> | null = null;
afterEach(() => running?.dispose());

async function races(source: string) {
  running = await realDebugger(device, compiler, `import playground; import printing; ${source}`);
  const { search } = await running.does((debug) => debug.search('races'));
  if (search?.kind !== 'races') throw new Error('No races were searched.');
  expect(search.remarks).toEqual([]);
  return search.races;
}

describe('the search for races', () => {
  it.each(RACE_PROGRAMS)('finds what races: $name', async ({ source, found }) => {
    const listed = (await races(source)).map(({ element, entryPoint, threads, elements }) => {
      const [name] = element.split('[');
      const lines = threads
        .map(({ place }) => place?.line)
        .toSorted((one, other) => Number(one) - Number(other));
      return `${name}: ${entryPoint}, lines ${lines.join(' and ')}, ${elements} elements`;
    });
    expect(listed.toSorted()).toEqual([...found].toSorted());
  });
});

import { canPrint } from '#core/plan/callResources.ts';
import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { RunFacts } from '#tools/profile/state.ts';

const knownBytes = new WeakMap<RunDescriptor, Pick<RunFacts, 'uploadBytes' | 'readBackBytes'>>();

/** What the page knows of a run without measuring it. */
export function runFacts(descriptor: RunDescriptor): RunFacts {
  const bytes = knownBytes.get(descriptor) ?? {
    uploadBytes: descriptor.uniformBlocks.reduce(
      (sum, { slot, size }) => sum + (slot ? size : 0),
      0,
    ),
    readBackBytes: canPrint(descriptor) ? PRINT_BUFFER_BYTES : 0,
  };
  knownBytes.set(descriptor, bytes);
  return { ...bytes, compile: newestCompile(), setUp: newestSetUp() };
}

function newestCompile(): RunFacts['compile'] {
  const entries = performance.getEntriesByName('playground:compile') as PerformanceMeasure[];
  const newest = entries.findLast(({ detail }) => detail?.target === 'WGSL');
  if (!newest) return null;
  return { milliseconds: newest.duration, cached: newest.detail?.cached === true };
}

function newestSetUp(): number | null {
  const newest = ['playground:run-setup', 'playground:live-setup']
    .flatMap((name) => performance.getEntriesByName(name).slice(-1))
    .sort((one, other) => one.startTime - other.startTime)
    .at(-1);
  return newest?.duration ?? null;
}

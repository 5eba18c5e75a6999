import { compareRuns } from '#core/plan/runChange.ts';
import type { RunChange } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { tried } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { prepareCalls } from './dispatch.ts';
import { catchRefusals } from './errorScopes.ts';
import type { BoundResources } from './frame.ts';
import type { ProgramVersion } from './programVersion.ts';
import { createResources, type RunResources } from './resources/resources.ts';

export interface Takeover {
  /** Replaces the running version from the next frame on. */
  commit: () => void;
  /** Keeps the running version, and frees what was created for the next one. */
  discard: Dispose;
}

interface TakeoverRequest {
  readonly device: GPUDevice;
  readonly running: {
    readonly version: ProgramVersion;
    /** Null until the first frame. */
    readonly resources: RunResources | null;
  };
  readonly next: ProgramVersion;
  readonly change: RunChange;
}

/** The next version with its resources; null if the first frame creates them. */
interface ReadyVersion {
  readonly version: ProgramVersion;
  readonly made: RunResources | null;
}

/**
 * Creates what is new, and lets WebGPU check it together with what is kept, before the running
 * version changes.
 */
async function prepareTakeover(
  { device, running, change, ...request }: TakeoverRequest,
  replace: (ready: ReadyVersion) => void,
): Promise<Result<Takeover>> {
  const keptData = [...running.version.data].filter(([name]) => change.kept.has(name));
  const next = { ...request.next, data: new Map([...keptData, ...request.next.data]) };
  const { resources } = running;
  const make = (screen: RunResources['screen']) =>
    createResources(device, next.descriptor, next.data, screen, change);
  if (!resources) {
    // By the time of the commit, the running version may have drawn its first frame.
    const commit = () =>
      replace({ version: next, made: running.resources && make(running.resources.screen) });
    return ok({ commit, discard: () => {} });
  }
  const made = await check(device, isSameShape(next, change), () => {
    const fresh = make(resources.screen);
    try {
      prepareCalls(device, next.descriptor, next.pipelines, together(fresh, resources, change));
    } catch (thrown) {
      fresh.destroy();
      throw thrown;
    }
    return fresh;
  });
  if (!made.ok) return made;
  return ok({
    commit: () => replace({ version: next, made: made.value }),
    discard: made.value.destroy,
  });
}

function together(
  fresh: RunResources,
  running: RunResources,
  { kept, keepsUniformBlocks }: RunChange,
): BoundResources {
  return {
    get: (name) => fresh.get(name) ?? (kept.has(name) ? running.get(name) : undefined),
    uniformBuffers: (keepsUniformBlocks ? running : fresh).uniformBuffers,
  };
}

/** Whether WebGPU has already checked all of it. */
function isSameShape({ descriptor }: ProgramVersion, change: RunChange): boolean {
  const keepsAll = descriptor.resourceCommands.every(({ resourceName }) =>
    change.kept.has(resourceName),
  );
  return keepsAll && change.keepsLayout;
}

/** Fails if `make` throws, or if WebGPU reports an error. */
async function check(
  device: GPUDevice,
  isKnown: boolean,
  make: () => RunResources,
): Promise<Result<RunResources>> {
  const refusalOf = isKnown ? null : catchRefusals(device);
  const made = tried(make);
  const refusal = (await refusalOf?.()) ?? null;
  if (!made.ok || !refusal) return made;
  made.value.destroy();
  return fail(refusal.message);
}

/** Code that only live mode needs, loaded after the first picture. */
export interface Updates {
  readonly compareRuns: typeof compareRuns;
  readonly prepareTakeover: typeof prepareTakeover;
}

export const updates: Updates = { compareRuns, prepareTakeover };

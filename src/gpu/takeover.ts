import type { RunChange } from '#program/plan/runChange.ts';
import type { Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { prepareCalls } from './dispatch.ts';
import { catchRefusals } from './errorScopes.ts';
import type { Version } from './frameDrawer.ts';
import { type BoundResources, createResources, type RunResources } from './resources/resources.ts';

/** A version that is ready to take another's place. */
export interface Takeover {
  /** From the next frame on it is this one; what it does not keep of the other is freed. */
  commit: () => void;
  /** It does not come to that. */
  discard: Dispose;
}

export interface TakeoverRequest {
  readonly device: GPUDevice;
  /** The one that runs. */
  readonly version: Version;
  readonly next: Version;
  readonly change: RunChange;
  /** Those of the version that runs; null until its first frame. */
  resources(): RunResources | null;
  takeOver(next: Version, change: RunChange, resources: RunResources | null): void;
}

/**
 * Makes what is new, and lets WebGPU check it together with what is kept, before anything of the
 * running version is touched.
 */
export async function prepareTakeover(request: TakeoverRequest): Promise<Result<Takeover>> {
  const { device, version, change, takeOver } = request;
  const kept = [...version.contents].filter(([name]) => change.kept.has(name));
  const next = { ...request.next, contents: new Map([...kept, ...request.next.contents]) };
  const running = request.resources();
  if (!running) return ok({ commit: () => commitLate(request, next), discard: () => {} });

  let fresh: RunResources | null = null;
  const make = () => {
    fresh = createResources(device, next.descriptor, next.contents, running.screen, change);
    prepareCalls(device, next.descriptor, next.pipelines, together(fresh, running, change));
  };
  const refused =
    (await (isSameShape(next, change) ? attempt(make) : checked(device, make))) ?? null;
  const made = fresh as RunResources | null;
  if (refused !== null || !made) {
    made?.destroy();
    return fail(refused ?? 'The resources could not be made.');
  }
  return ok({ commit: () => takeOver(next, change, made), discard: made.destroy });
}

/** The running version had not drawn yet when this one was prepared; it may have meanwhile. */
function commitLate({ device, resources, change, takeOver }: TakeoverRequest, next: Version): void {
  const running = resources();
  const fresh = running
    ? createResources(device, next.descriptor, next.contents, running.screen, change)
    : null;
  takeOver(next, change, fresh);
}

/** What the next version will bind. */
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

/** Nothing is made that WebGPU has not seen already: it need not be waited for. */
function isSameShape({ descriptor }: Version, change: RunChange): boolean {
  const keepsAll = descriptor.resourceCommands.every(({ resourceName }) =>
    change.kept.has(resourceName),
  );
  return keepsAll && change.keepsLayout;
}

/** The reason if `make` throws. */
function attempt(make: () => void): string | undefined {
  try {
    make();
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** The reason if `make` throws, or if WebGPU refuses what it makes. */
async function checked(device: GPUDevice, make: () => void): Promise<string | undefined> {
  const refusalOf = catchRefusals(device);
  const thrown = attempt(make);
  const refusal = await refusalOf();
  return thrown ?? refusal?.message;
}

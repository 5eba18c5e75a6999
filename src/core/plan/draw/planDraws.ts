import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { PlanDraws } from '#core/plan/plannedDraws.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import {
  type DrawCommand,
  OUTPUT_TEXTURE,
  PRINT_BUFFER,
  slotKey,
} from '#core/plan/runDescriptor.ts';
import {
  readWgslUse,
  type WgslBinding,
  type WgslUse,
  withoutNumber,
} from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import type { DrawSettings } from './drawAttributes.ts';
import {
  addResources,
  bindTarget,
  type PlannedDraw,
  type PlannedTarget,
  planTargets,
  readKernelWrites,
  withClears,
} from './drawTargets.ts';
import {
  checkOutputs,
  fill,
  isTarget,
  join,
  NO_IO,
  outParameter,
  targetIndex,
  vertexInputs,
  withTargets,
} from './joinStages.ts';
import { pairStages, type StagePair } from './pairStages.ts';
import { readOnly, withDerivatives, writesBuffer } from './stageCode.ts';
import { readStageIo, type StageIo } from './stageIo.ts';

/** Pairs the graphics stages of a program and plans how each pair draws. */
export const planDraws: PlanDraws = (program, entryPoints) => {
  const pairs = pairStages(entryPoints, program);
  if (!pairs.ok) return pairs;
  const planned = allOk(pairs.value.map((pair, index) => planDraw(pair, program, index)));
  if (!planned.ok) return planned;
  const wgsl = readProgramWgsl(program);
  const isWrittenByKernel = readKernelWrites(entryPoints, wgsl);
  const targets = planTargets(planned.value, isWrittenByKernel);
  if (!targets.ok) return targets;
  const seen = allOk(
    withClears(planned.value, isWrittenByKernel).map((draw) => withVisibility(draw, wgsl)),
  );
  if (!seen.ok) return seen;
  const draws = seen.value;
  if (draws.length > 0 && !isShown(program, targets.value)) return fail(NOTHING_SHOWN);
  return ok({
    wgsl,
    draws: new Map(draws.map((draw) => [draw.entryPoint, draw])),
    targets: new Set(targets.value.keys()),
    bindTarget: (parameter, bound) => bindTarget(parameter, bound, targets.value),
    addResources: (declared) => addResources(declared, draws, targets.value),
  });
};

const NOTHING_SHOWN =
  'The shader compiled, but nothing that it draws is shown: all draws go to textures. Add a fragment ' +
  'entry point without [playground::TARGET("…")] that reads them.';

function isShown(program: CompiledProgram, targets: ReadonlyMap<string, PlannedTarget>): boolean {
  const { parameters } = readReflection(program.reflection);
  return (
    targets.has(OUTPUT_TEXTURE) ||
    parameters.some(({ name }) => name === OUTPUT_TEXTURE || name === PRINT_BUFFER)
  );
}

/** @param index of the draw among those of the program */
function planDraw(pair: StagePair, program: CompiledProgram, index: number): Result<PlannedDraw> {
  const { vertex, fragment, settings, once } = pair;
  const codeOf = (name: string | null) => ownValue(program.stages ?? {}, name ?? '') ?? '';
  const ioOf = (name: string | null): StageIo =>
    name === null ? NO_IO : readStageIo(program.reflection, name);
  const vertexIo = ioOf(vertex);
  const fragmentIo = ioOf(fragment);
  for (const [name, io] of [
    [vertex, vertexIo],
    [fragment, fragmentIo],
  ] as const) {
    if (io.outParameter !== undefined) return fail(outParameter(name ?? '', io.outParameter));
  }
  const targets =
    settings.targets ??
    (settings.depthTexture === undefined || fragmentIo.outputs.some(isTarget)
      ? [OUTPUT_TEXTURE]
      : []);
  const wrongTarget = fragment === null ? undefined : checkOutputs(fragment, fragmentIo, targets);
  if (wrongTarget !== undefined) return fail(wrongTarget);
  const code = { vertex: codeOf(vertex), fragment: codeOf(fragment) };
  const number = index * 2 + (settings.indirect ? 1 : 0);
  const varyings =
    vertex === null
      ? fill(fragment ?? '', code.fragment, fragmentIo, number)
      : join({ vertex, fragment: fragment ?? '' }, code, vertexIo, fragmentIo, number);
  if (!varyings.ok) return varyings;
  const inputs = vertex === null ? ok([]) : vertexInputs(vertex, code.vertex, vertexIo, settings);
  if (!inputs.ok) return inputs;
  const isMesh = settings.vertices?.kind === 'mesh';
  return ok({
    settings,
    draw: {
      type: 'DRAW',
      entryPoint: vertex ?? fragment ?? '',
      callOnce: once,
      ...{ vertex, fragment },
      code: {
        vertex: varyings.value.vertex,
        fragment: fragment === null ? null : withTargets(varyings.value.fragment, fragmentIo),
      },
      vertices: settings.vertices ?? { kind: 'count', count: vertex === null ? 3 : 0 },
      instanceCount: settings.instanceCount ?? 1,
      indirect: settings.indirect ?? null,
      inputs: inputs.value,
      visibility: {},
      targets,
      written: fragmentIo.outputs.filter(isTarget).map(targetIndex),
      depthTexture: settings.depthTexture ?? null,
      topology: settings.topology ?? 'triangle-list',
      cull: settings.cull ?? (isMesh ? 'back' : 'none'),
      blend: settings.blend ?? null,
      depth: settings.depth === undefined ? defaultDepth(isMesh, settings) : settings.depth,
      clear: settings.clear ?? null,
      clearDepth: null,
    },
  });
}

function defaultDepth(isMesh: boolean, { depthTexture }: DrawSettings): DrawCommand['depth'] {
  return isMesh || depthTexture !== undefined ? { compare: 'less', write: true } : null;
}

/** The bits of `GPUShaderStage`. */
const VERTEX = 1;
const FRAGMENT = 2;

/**
 * Says which stages use each slot. Buffers that kernels write and both stages only read become
 * read-only; fails if the vertex stage writes one, which WebGPU forbids.
 */
function withVisibility(draw: DrawCommand, use: WgslUse): Result<DrawCommand> {
  const ofVertex = bySlot(draw.vertex, use);
  const ofFragment = bySlot(draw.fragment, use);
  const visibility = new Map<string, DrawCommand['visibility'][string]>();
  let { vertex, fragment } = draw.code;
  for (const [slot, binding] of new Map([...ofVertex, ...ofFragment])) {
    const inVertex = ofVertex.get(slot)?.name;
    const inFragment = ofFragment.get(slot)?.name;
    const name = withoutNumber(binding.name);
    const isWritable = binding.space === 'storage, read_write';
    if (
      inVertex !== undefined &&
      (binding.type.startsWith('texture_storage') || writesBuffer(vertex, inVertex))
    ) {
      return fail(vertexWrites(draw.vertex ?? '', name));
    }
    const isRead =
      isWritable && (inFragment === undefined || !writesBuffer(fragment ?? '', inFragment));
    if (isWritable && !isRead && inVertex !== undefined) {
      return fail(
        `${draw.vertex} reads ${name} while ${draw.fragment} writes it, which WebGPU forbids in one draw.`,
      );
    }
    if (isRead && inVertex !== undefined) vertex = readOnly(vertex, inVertex);
    if (isRead && inFragment !== undefined) fragment = readOnly(fragment ?? '', inFragment);
    visibility.set(slot, {
      visibility: (inVertex === undefined ? 0 : VERTEX) | (inFragment === undefined ? 0 : FRAGMENT),
      ...(isRead && { buffer: { type: 'read-only-storage' } }),
    });
  }
  // Last, because it changes the first line, which declarations are looked for in.
  const code = { vertex, fragment: fragment === null ? null : withDerivatives(fragment) };
  return ok({ ...draw, code, visibility: Object.fromEntries(visibility) });
}

/** Reads what a program uses, each entry point by its own text. */
function readProgramWgsl({ code, stages = {} }: Pick<CompiledProgram, 'code' | 'stages'>): WgslUse {
  const whole = readWgslUse(code);
  return {
    ...whole,
    usedBy(entryPoint) {
      const own = ownValue(stages, entryPoint);
      return (own === undefined ? whole : readWgslUse(own)).usedBy(entryPoint);
    },
  };
}

function bySlot(entryPoint: string | null, { usedBy }: WgslUse): Map<string, WgslBinding> {
  const used = usedBy(entryPoint ?? '') ?? [];
  return new Map([...used].map((binding) => [slotKey(binding), binding]));
}

function vertexWrites(vertex: string, name: string): string {
  return name === PRINT_BUFFER
    ? `${vertex} prints, but WebGPU lets no vertex stage write. Print in the fragment entry point or in a compute one.`
    : `${vertex} writes ${name}, but WebGPU lets no vertex stage write. Write it in a compute entry point.`;
}

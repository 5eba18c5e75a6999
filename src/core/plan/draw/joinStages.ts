import type { VertexInput } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { DrawSettings } from './drawAttributes.ts';
import { meshSemantic } from './meshParts.ts';
import { fillingStage, type Moves, placesIn, relocate, turnedOver } from './stageCode.ts';
import { isSystemValue, ORIGIN, type StageIo, type StageValue } from './stageIo.ts';

export const NO_IO: StageIo = { inputs: [], outputs: [], outParameter: undefined };

export function outParameter(entryPoint: string, name: string): string {
  return (
    `${entryPoint} has the out parameter ${name}, which the compiler cannot express in WGSL. ` +
    'Return a struct instead, with a semantic for each field.'
  );
}

export const isTarget = (value: StageValue): boolean => !isSystemValue(value);

export function targetIndex({ semantic }: StageValue, order: number): number {
  const [, index] = /^SV_TARGET(\d*)$/.exec(semantic) ?? [];
  return index === undefined ? order : Number(index);
}

export function checkOutputs(
  fragment: string,
  { outputs }: StageIo,
  targets: readonly string[],
): string | undefined {
  for (const [order, value] of outputs.filter(isTarget).entries()) {
    const index = targetIndex(value, order);
    if (value.scalarType !== 'float32') {
      return `${fragment} returns ${typeOf(value)} as SV_Target${index}, but textures that are drawn to hold floats.`;
    }
    if (index < targets.length) continue;
    return (
      `${fragment} returns SV_Target${index}, but has ${countOf(targets)}. Name one texture for ` +
      'each, in their order, with [playground::TARGET("…")].'
    );
  }
  return undefined;
}

function countOf(targets: readonly string[]): string {
  return targets.length === 1 ? `only the target ${targets[0]}` : `only ${targets.length} targets`;
}

/** Moves the fragment's outputs to the locations that their semantics say. */
export function withTargets(code: string, { outputs }: StageIo): string {
  const values = outputs.filter(isTarget);
  const moves: Moves = new Map(
    placesIn(code, { inputs: [], outputs: values }).outputs.map(({ value, location }) => [
      location,
      { location: targetIndex(value, values.indexOf(value)), interpolation: '' },
    ]),
  );
  return relocate(code, 'outputs', moves);
}

interface StageCodes {
  readonly vertex: string;
  readonly fragment: string;
}

const COORDINATES = /^(?:UV|TEXCOORD)$/;

/** @param draw its number for {@link ORIGIN} */
export function fill(
  fragment: string,
  code: string,
  { inputs }: StageIo,
  draw: number,
): Result<StageCodes> {
  const values = inputs.filter((value) => !isSystemValue(value));
  const unknown = values.find(
    ({ semantic, scalarType }) => !COORDINATES.test(semantic) || scalarType !== 'float32',
  );
  if (unknown) {
    return fail(
      `${fragment} reads ${unknown.semantic} (${unknown.name}), but no vertex entry point comes before ` +
        'it. Without one, it fills the picture and can read SV_Position and UV.',
    );
  }
  const { inputs: places } = placesIn(code, { inputs: values, outputs: [] });
  const origin = originIn(code, inputs);
  const asked = origin && { location: origin.location, draw };
  return ok({ vertex: fillingStage(places, asked), fragment: code });
}

/** Where a fragment entry point asks for its origin. */
function originIn(code: string, inputs: readonly StageValue[]) {
  const asked = inputs.filter(({ semantic }) => semantic === ORIGIN);
  return placesIn(code, { inputs: asked, outputs: [] }).inputs[0];
}

/**
 * Gives values with one semantic one location and one interpolation in both stages, as WGSL demands.
 *
 * @param draw its number for {@link ORIGIN}
 */
export function join(
  names: StageCodes,
  code: StageCodes,
  vertexIo: StageIo,
  fragmentIo: StageIo,
  draw: number,
): Result<StageCodes> {
  const outputs = vertexIo.outputs.filter((value) => !isSystemValue(value));
  const inputs = fragmentIo.inputs.filter((value) => !isSystemValue(value));
  if (!vertexIo.outputs.some(({ semantic }) => semantic === 'SV_POSITION')) {
    return fail(
      `${names.vertex} does not return SV_Position, so that nothing says where its vertices are.`,
    );
  }
  const before = {
    outputs: placesIn(code.vertex, { inputs: [], outputs }).outputs,
    inputs: placesIn(code.fragment, { inputs, outputs: [] }).inputs,
  };
  const vertexMoves = new Map<number, { location: number; interpolation: string }>();
  const fragmentMoves = new Map<number, { location: number; interpolation: string }>();
  for (const [location, output] of before.outputs.entries()) {
    const input = before.inputs.find(({ value }) => value.semantic === output.value.semantic);
    const isWhole = output.value.scalarType !== 'float32';
    const interpolation = (isWhole ? FLAT : '') || input?.interpolation || output.interpolation;
    vertexMoves.set(output.location, { location, interpolation });
    if (input) fragmentMoves.set(input.location, { location, interpolation });
  }
  const missing = inputs.find(
    ({ semantic }) => !outputs.some((output) => output.semantic === semantic),
  );
  if (missing) return fail(unmet(names, missing, outputs));
  for (const input of inputs) {
    const output = outputs.find(({ semantic }) => semantic === input.semantic);
    if (!output || typeOf(output) === typeOf(input)) continue;
    return fail(
      `${names.vertex} returns ${input.semantic} (${output.name}) as ${typeOf(output)}, but ` +
        `${names.fragment} reads it (${input.name}) as ${typeOf(input)}. Give both the same type.`,
    );
  }
  const origin = originIn(code.fragment, fragmentIo.inputs);
  const location = before.outputs.length;
  if (origin) fragmentMoves.set(origin.location, { location, interpolation: FLAT });
  return ok({
    vertex: turnedOver(relocate(code.vertex, 'outputs', vertexMoves), origin && { location, draw }),
    fragment: relocate(code.fragment, 'inputs', fragmentMoves),
  });
}

const FLAT = '@interpolate(flat) ';

function unmet(
  { vertex, fragment }: StageCodes,
  { semantic, name }: StageValue,
  outputs: readonly StageValue[],
): string {
  const returned = outputs.map((output) => `${output.semantic} (${output.name})`);
  const list = returned.length > 0 ? `only ${returned.join(', ')}` : 'nothing but its position';
  return `${fragment} reads ${semantic} (${name}), but ${vertex} returns ${list}. Give both the same semantic.`;
}

/** In Slang's notation, such as `float3`. */
function typeOf({ scalarType, components }: StageValue): string {
  const names = { float32: 'float', int32: 'int', uint32: 'uint' };
  const scalar = ownValue(names, scalarType) ?? scalarType;
  return components === 1 ? scalar : `${scalar}${components}`;
}

export function vertexInputs(
  vertex: string,
  code: string,
  io: StageIo,
  { vertices }: DrawSettings,
): Result<VertexInput[]> {
  const values = io.inputs.filter((value) => !isSystemValue(value));
  const [first] = values;
  if (!first) return ok([]);
  if (vertices?.kind !== 'mesh') {
    return fail(
      `${vertex} reads ${first.semantic} (${first.name}), but draws no mesh. Add ` +
        '[playground::DRAW::MESH("cube")] instead of DRAW, or read from a buffer by SV_VertexID.',
    );
  }
  const misfit = values.find(({ scalarType }) => scalarType !== 'float32');
  if (misfit) {
    return fail(
      `${vertex} reads ${misfit.semantic} (${misfit.name}) as ${typeOf(misfit) || 'a matrix or an array'}, but meshes hold float vectors.`,
    );
  }
  const { inputs } = placesIn(code, { inputs: values, outputs: [] });
  return ok(
    inputs.map(({ value, location }) => ({ location, semantic: meshSemantic(value.semantic) })),
  );
}

import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';

/** A value that enters or leaves a stage. */
export interface StageValue {
  /** The name of the parameter or of the innermost field; `output` for a returned value. */
  readonly name: string;
  /**
   * In capitals, with an index above 0: `TEXCOORD`, `TEXCOORD1`, `SV_POSITION`. The name of a value
   * without a semantic.
   */
  readonly semantic: string;
  /** `float32`, `uint32` and so on; empty for a matrix or an array. */
  readonly scalarType: string;
  /** 1 for a scalar. */
  readonly components: number;
}

export interface StageIo {
  readonly inputs: readonly StageValue[];
  readonly outputs: readonly StageValue[];
  /** An `out` or `inout` parameter, which the compiler cannot express in WGSL. */
  readonly outParameter: string | undefined;
}

/** Reads what enters and leaves an entry point from the compiler's layout, structs taken apart. */
export function readStageIo(layout: JsonValue, entryPoint: string): StageIo {
  const entryPoints = isJsonObject(layout) ? objectsAt(layout, 'entryPoints') : [];
  const found = entryPoints.find((each) => stringAt(each, 'name') === entryPoint) ?? {};
  const parameters = objectsAt(found, 'parameters');
  const isOut = (parameter: JsonObject) =>
    stringAt(objectAt(parameter, 'binding'), 'kind') === 'varyingOutput' ||
    objectsAt(parameter, 'bindings').some(({ kind }) => kind === 'varyingOutput');
  const isVarying = (parameter: JsonObject) => !isProvided(parameter) && !isOut(parameter);
  const result = objectAt(found, 'result');
  return {
    inputs: parameters.filter(isVarying).flatMap((parameter) => valuesOf(parameter)),
    outputs: valuesOf({ name: 'output', ...result }),
    outParameter: parameters.filter(isOut).map((parameter) => stringAt(parameter, 'name'))[0],
  };
}

/** Whether the program provides a parameter, as a uniform or a resource. */
function isProvided(parameter: JsonObject): boolean {
  const bindings = [objectAt(parameter, 'binding'), ...objectsAt(parameter, 'bindings')];
  const kinds = bindings.map((binding) => stringAt(binding, 'kind'));
  return kinds.some((kind) => kind !== '' && !kind.startsWith('varying'));
}

function valuesOf(value: JsonObject): StageValue[] {
  const type = objectAt(value, 'type');
  const kind = stringAt(type, 'kind');
  if (kind === '') return [];
  if (kind === 'struct') return objectsAt(type, 'fields').flatMap(valuesOf);
  const name = stringAt(value, 'name');
  const index = numberAt(value, 'semanticIndex');
  const element = kind === 'vector' ? objectAt(type, 'elementType') : type;
  return [
    {
      name,
      semantic: `${stringAt(value, 'semanticName') || name}${index > 0 ? index : ''}`.toUpperCase(),
      scalarType: stringAt(element, 'scalarType'),
      components: kind === 'vector' ? numberAt(type, 'elementCount') : 1,
    },
  ];
}

/**
 * The semantic by which a fragment entry point asks where it comes from, for the debugger: a flat
 * `uint3` with the numbers of the primitive's first vertex, its instance and its draw, the last one
 * doubled, and plus 1 if a kernel counts the instances.
 */
export const ORIGIN = 'TRACE_ORIGIN';

/** Whether the rasterizer, the device itself or the playground provides or takes the value. */
export function isSystemValue({ semantic }: StageValue): boolean {
  return semantic === ORIGIN || (semantic.startsWith('SV_') && !/^SV_TARGET\d*$/.test(semantic));
}

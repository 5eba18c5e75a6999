import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type {
  Attribute,
  EntryPointReflection,
  ReflectedType,
} from '#core/plan/reflection/reflection.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import {
  type AttributeUse,
  countArgument,
  playgroundAttributes,
  textArgument,
  wrongArgument,
} from './attributes.ts';
import type { BoundParameter } from './boundParameter.ts';
import { bufferElementSize, isBuffer, kindInSlang } from './resourceKinds.ts';
import type { CallCommand } from './runDescriptor.ts';

/** A resource that a call may name. */
export interface CallTarget {
  /** The run-time's name; a shader may also use the full name. */
  readonly name: string;
  readonly type: ReflectedType;
  /** A buffer's element count, if its attribute has it. */
  readonly byteLength: number | undefined;
}

export type CallTargets = ReadonlyMap<string, CallTarget>;

/** The members that calls may name: those with their own slot. */
export function callTargets(
  members: readonly BoundParameter[],
  byteLengthOf: (name: string) => number | undefined,
): CallTargets {
  const targets = members
    .filter(({ place }) => place.kind === 'slot')
    .map(({ name, fullName, type }) => ({
      fullName,
      target: { name, type, byteLength: byteLengthOf(name) },
    }));
  return new Map([
    ...targets.map(({ fullName, target }) => [fullName, target] as const),
    ...targets.map(({ target }) => [target.name, target] as const),
  ]);
}

const ONCE = 'CALL_ONCE';
const CALLS: readonly string[] = ['CALL', 'CALL_SIZE_OF', 'CALL_INDIRECT'];

/** The limit of every device along each axis (WebGPU, `maxComputeWorkgroupsPerDimension`). */
const MAX_GROUPS = 65535;
const MAX_VALUES = 3;
const AXES = ['x', 'y', 'z'];

const INDIRECT_SIZE = 12;
const INDIRECT_ALIGNMENT = 4;

/** Whether an attribute gives the entry point's number of threads. */
export function isCalled({ attributes }: Pick<EntryPointReflection, 'attributes'>): boolean {
  return playgroundAttributes(attributes).some(({ name }) => CALLS.includes(name));
}

/**
 * Reads an entry point's call attributes (specification, section 5, "Call attributes"); undefined
 * if it has none, because then it is never dispatched.
 */
export function planCall(
  entryPoint: EntryPointReflection,
  targets: CallTargets,
): Result<CallCommand | undefined> {
  const { name: fnName, stage } = entryPoint;
  const attributes = playgroundAttributes(entryPoint.attributes);
  const unknown = attributes.find(({ name }) => name !== ONCE && !CALLS.includes(name));
  if (unknown) {
    return fail(
      `${unknown.name} attribute of ${fnName} is unknown. Entry points can have ${CALLS.join(', ')}, ${ONCE}.`,
    );
  }
  const once = attributes.filter(({ name }) => name === ONCE);
  if (once.length > 1) return fail(`Multiple CALL ONCE commands found for ${fnName}`);
  const [call, ...further] = attributes.filter(({ name }) => name !== ONCE);
  if (further.length > 0) return fail(`Multiple CALL commands found for ${fnName}`);
  if (!call) return once.length === 0 ? ok(undefined) : fail(onceAlone(fnName));
  if (stage !== 'compute') {
    return fail(
      `${call.name} attribute of ${fnName}: it is a ${stage} entry point, but only compute ones can be called.`,
    );
  }
  return planCallOf(entryPoint, call, targets, once.length === 1);
}

function onceAlone(fnName: string): string {
  return (
    `${fnName} has a CALL_ONCE attribute, but nothing says on how many threads it runs. Add, for ` +
    'example, [playground::CALL(1, 1, 1)] or [playground::CALL::SIZE_OF("…")] to it.'
  );
}

function planCallOf(
  { name: fnName, threadGroupSize }: EntryPointReflection,
  attribute: Attribute,
  targets: CallTargets,
  callOnce: boolean,
): Result<CallCommand> {
  const use = { attribute, owner: fnName };
  switch (attribute.name) {
    case 'CALL': {
      const size = fixedSize(use, threadGroupSize);
      return size.ok ? ok({ type: 'FIXED_SIZE', fnName, callOnce, size: size.value }) : size;
    }
    case 'CALL_SIZE_OF': {
      const resource = sizedResource(use, targets);
      return resource.ok
        ? ok({ type: 'RESOURCE_BASED', fnName, callOnce, ...resource.value })
        : resource;
    }
    default: {
      const buffer = indirectBuffer(use, targets);
      return buffer.ok ? ok({ type: 'INDIRECT', fnName, callOnce, ...buffer.value }) : buffer;
    }
  }
}

function fixedSize(use: AttributeUse, groupSize: ThreadGroupSize): Result<number[]> {
  const { length } = use.attribute.arguments;
  if (length === 0 || length > MAX_VALUES) {
    return fail(
      `Too many parameters for ${use.owner} CALL command: it has ${length} values, but takes 1 to ${MAX_VALUES}.`,
    );
  }
  return allOk(
    AXES.slice(0, length).map((axis, index) =>
      countArgument(use, index, axis, { min: 1, max: MAX_GROUPS * (groupSize[index] ?? 1) }),
    ),
  );
}

function sizedResource(
  use: AttributeUse,
  targets: CallTargets,
): Result<{ readonly resourceName: string; readonly elementSize?: number }> {
  const [argument] = use.attribute.arguments;
  const written = String(argument ?? '');
  const target = targets.get(written);
  if (!target) return fail(`Cannot find resource ${written} for ${use.owner} CALL command`);
  const { name: resourceName } = target;
  if (isBuffer(target.type)) {
    const elementSize = bufferElementSize(target.type);
    return elementSize === undefined
      ? fail(
          `CALL_SIZE_OF attribute of ${use.owner}: the elements of ${resourceName} have no known size.`,
        )
      : ok({ resourceName, elementSize });
  }
  if (target.type.kind === 'resource') return ok({ resourceName });
  return fail(
    `CALL_SIZE_OF attribute of ${use.owner}: ${resourceName} is a ${kindInSlang(target.type)}, which has no size; name a buffer or a texture.`,
  );
}

function indirectBuffer(
  use: AttributeUse,
  targets: CallTargets,
): Result<{ readonly bufferName: string; readonly offset: number }> {
  const name = textArgument(use, 0, 'buffer name');
  if (!name.ok) return name;
  const target = targets.get(name.value);
  if (!target) return fail(`Indirect buffer not found: ${name.value}, which ${use.owner} names`);
  const { name: bufferName } = target;
  if (!isBuffer(target.type)) {
    return fail(
      `Indirect resource is not a buffer: ${bufferName}, which ${use.owner} names, is a ${kindInSlang(target.type)}`,
    );
  }
  const { byteLength = Number.MAX_SAFE_INTEGER } = target;
  const max = byteLength - INDIRECT_SIZE;
  if (max < 0) {
    return fail(
      `CALL_INDIRECT attribute of ${use.owner}: ${bufferName} has ${byteLength} bytes, but three numbers take ${INDIRECT_SIZE}.`,
    );
  }
  const offset = countArgument(use, 1, 'offset', { min: 0, max });
  if (!offset.ok) return offset;
  if (offset.value % INDIRECT_ALIGNMENT !== 0) {
    return wrongArgument(use, 'offset', offset.value, `a multiple of ${INDIRECT_ALIGNMENT} bytes`);
  }
  return ok({ bufferName, offset: offset.value });
}

import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { EntryPointReflection, ReflectedType } from '#core/plan/reflection/reflection.ts';
import { bufferElementSize, isBuffer, kindInSlang } from '#core/plan/resourceKinds.ts';
import type { CallCommand } from '#core/plan/runDescriptor.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import {
  type AttributeUse,
  countArgument,
  playgroundAttributes,
  reflectedName,
  textArgument,
  wrongArgument,
} from './attributeUse.ts';

export interface CallTarget {
  /** The run-time's name; a shader may also use the full name. */
  readonly name: string;
  readonly type: ReflectedType;
  /** A buffer's size in bytes, if its attribute gives an element count. */
  readonly byteLength: number | undefined;
}

export type CallTargets = ReadonlyMap<string, CallTarget>;

/** The members that calls can name: those with their own slot. */
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

type Threads<Call> = Call extends CallCommand ? Omit<Call, 'entryPoint' | 'callOnce'> : never;

interface CallAttribute {
  /** After `playground::`. The file of this name in lower case describes it and has an example. */
  readonly name: string;
  plan(
    use: AttributeUse,
    targets: CallTargets,
    groupSize: ThreadGroupSize,
  ): Result<Threads<CallCommand>>;
}

/** The limit per axis on every device (WebGPU, `maxComputeWorkgroupsPerDimension`). */
const MAX_GROUPS = 65535;
const MAX_VALUES = 3;
const AXES = ['x', 'y', 'z'];

const INDIRECT_SIZE = 12;
const INDIRECT_ALIGNMENT = 4;

/** The attributes that set an entry point's number of threads, in the order of Help. */
export const CALL_ATTRIBUTES: readonly CallAttribute[] = [
  {
    name: 'CALL',
    plan(use, _, groupSize) {
      const { length } = use.attribute.arguments;
      if (length === 0 || length > MAX_VALUES) {
        return fail(
          `Too many parameters for ${use.owner} CALL command: it has ${length} values, but takes 1 to ${MAX_VALUES}.`,
        );
      }
      const size = allOk(
        AXES.slice(0, length).map((axis, index) =>
          countArgument(use, index, axis, { min: 1, max: MAX_GROUPS * (groupSize[index] ?? 1) }),
        ),
      );
      return size.ok ? ok({ type: 'FIXED_SIZE', size: size.value }) : size;
    },
  },
  {
    name: 'CALL::SIZE_OF',
    plan(use, targets) {
      const [argument] = use.attribute.arguments;
      const written = String(argument ?? '');
      const target = targets.get(written);
      if (!target) return fail(`Cannot find resource ${written} for ${use.owner} CALL command`);
      const { name: resourceName, type } = target;
      if (isBuffer(type)) {
        const elementSize = bufferElementSize(type);
        return elementSize === undefined
          ? fail(
              `CALL_SIZE_OF attribute of ${use.owner}: the elements of ${resourceName} have no known size.`,
            )
          : ok({ type: 'RESOURCE_BASED', resourceName, elementSize });
      }
      if (type.kind === 'resource') return ok({ type: 'RESOURCE_BASED', resourceName });
      return fail(
        `CALL_SIZE_OF attribute of ${use.owner}: ${resourceName} is a ${kindInSlang(type)}, which has no size; name a buffer or a texture.`,
      );
    },
  },
  {
    name: 'CALL_INDIRECT',
    plan(use, targets) {
      const name = textArgument(use, 0, 'buffer name');
      if (!name.ok) return name;
      const target = targets.get(name.value);
      if (!target) {
        return fail(`Indirect buffer not found: ${name.value}, which ${use.owner} names`);
      }
      const { name: bufferName, type, byteLength = Number.MAX_SAFE_INTEGER } = target;
      if (!isBuffer(type)) {
        return fail(
          `Indirect resource is not a buffer: ${bufferName}, which ${use.owner} names, is a ${kindInSlang(type)}`,
        );
      }
      const max = byteLength - INDIRECT_SIZE;
      if (max < 0) {
        return fail(
          `CALL_INDIRECT attribute of ${use.owner}: ${bufferName} has ${byteLength} bytes, but three numbers take ${INDIRECT_SIZE}.`,
        );
      }
      const offset = countArgument(use, 1, 'offset', { min: 0, max });
      if (!offset.ok) return offset;
      if (offset.value % INDIRECT_ALIGNMENT !== 0) {
        return wrongArgument(
          use,
          'offset',
          offset.value,
          `a multiple of ${INDIRECT_ALIGNMENT} bytes`,
        );
      }
      return ok({ type: 'INDIRECT', bufferName, offset: offset.value });
    },
  },
];

/** Combined with one of them, limits the call to the first frame. */
export const ONCE_ATTRIBUTE = { name: 'CALL::ONCE' };

const ONCE = reflectedName(ONCE_ATTRIBUTE.name);
const CALLS: ReadonlyMap<string, CallAttribute> = new Map(
  CALL_ATTRIBUTES.map((attribute) => [reflectedName(attribute.name), attribute]),
);

export function isCalled({ attributes }: Pick<EntryPointReflection, 'attributes'>): boolean {
  return playgroundAttributes(attributes).some(({ name }) => CALLS.has(name));
}

/**
 * Reads an entry point's call attributes (specification, section 5, "Call attributes"). Undefined
 * if it has none; it is then never dispatched.
 */
export function planCall(
  { name: entryPoint, stage, attributes, threadGroupSize }: EntryPointReflection,
  targets: CallTargets,
): Result<CallCommand | undefined> {
  const own = playgroundAttributes(attributes);
  const unknown = own.find(({ name }) => name !== ONCE && !CALLS.has(name));
  if (unknown) {
    return fail(
      `${unknown.name} attribute of ${entryPoint} is unknown. Entry points can have ${[...CALLS.keys(), ONCE].join(', ')}.`,
    );
  }
  const once = own.filter(({ name }) => name === ONCE);
  if (once.length > 1) return fail(`Multiple CALL ONCE commands found for ${entryPoint}`);
  const [attribute, ...further] = own.filter(({ name }) => name !== ONCE);
  if (further.length > 0) return fail(`Multiple CALL commands found for ${entryPoint}`);
  const call = attribute && CALLS.get(attribute.name);
  if (!call) return once.length === 0 ? ok(undefined) : fail(onceAlone(entryPoint));
  if (stage !== 'compute') {
    return fail(
      `${attribute.name} attribute of ${entryPoint}: it is a ${stage} entry point, but only compute ones can be called.`,
    );
  }
  const threads = call.plan({ attribute, owner: entryPoint }, targets, threadGroupSize);
  return threads.ok ? ok({ entryPoint, callOnce: once.length === 1, ...threads.value }) : threads;
}

function onceAlone(entryPoint: string): string {
  return (
    `${entryPoint} has a CALL_ONCE attribute, but nothing says on how many threads it runs. Add, for ` +
    'example, [playground::CALL(1, 1, 1)] or [playground::CALL::SIZE_OF("…")] to it.'
  );
}

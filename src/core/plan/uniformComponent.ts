import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { type AttributeUse, notApplicable, numberArgument, wrongArgument } from './attributes.ts';
import type { BoundParameter } from './boundParameter.ts';
import type { UniformComponent, UniformScalarType } from './runDescriptor.ts';

export type UniformAttributeName = UniformComponent['type'];

const SCALAR_TYPES: ReadonlySet<string> = new Set<UniformScalarType>([
  'float32',
  'float64',
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
]);

const SCALAR = 'a float scalar in the uniform block';
const MOUSE_ELEMENTS = 4;
const MOUSE_VECTOR = 'a float vector of 4 or more elements in the uniform block';
const COLOR_VECTOR = 'a float vector of 3 or more elements in the uniform block';
const KEY_SCALAR = `a scalar of ${[...SCALAR_TYPES].join(', ')} in the uniform block`;

/** Reads an attribute that makes each frame write a uniform. */
export function planUniform(
  parameter: BoundParameter,
  attribute: UniformAttributeName,
  use: AttributeUse,
): Result<UniformComponent> {
  const { name, type, place } = parameter;
  const offset = place.kind === 'uniform' ? place.offset : undefined;
  const scalarType = offset === undefined ? undefined : writtenScalar(type);
  switch (attribute) {
    case 'TIME':
    case 'FRAME_ID':
      if (offset === undefined || !scalarType) return notApplicable(use, SCALAR);
      return ok({ type: attribute, name, offset, scalarType });
    case 'KEY':
      if (offset === undefined || !scalarType) return notApplicable(use, KEY_SCALAR);
      return planKey(use, { name, offset, scalarType });
    case 'MOUSE_POSITION': {
      const elementType = vectorOf(type, MOUSE_ELEMENTS, Number.POSITIVE_INFINITY);
      const mouseScalar = elementType && writtenScalar(elementType);
      if (offset === undefined || !mouseScalar) return notApplicable(use, MOUSE_VECTOR);
      return ok({ type: attribute, name, offset, scalarType: mouseScalar });
    }
    case 'SLIDER':
      if (offset === undefined || scalarType !== 'float32') return notApplicable(use, SCALAR);
      return planSlider(use, { name, offset });
    case 'COLOR_PICK': {
      const elementType = vectorOf(type, 3, 4);
      if (offset === undefined || !elementType || writtenScalar(elementType) !== 'float32') {
        return notApplicable(use, COLOR_VECTOR);
      }
      const elementCount = type.kind === 'vector' && type.elementCount === 4 ? 4 : 3;
      return planColor(use, { name, offset, elementCount });
    }
    default:
      return assertNever(attribute);
  }
}

function writtenScalar(type: ReflectedType): UniformScalarType | undefined {
  return type.kind === 'scalar' && isWritten(type.scalarType) ? type.scalarType : undefined;
}

function isWritten(scalarType: string): scalarType is UniformScalarType {
  return SCALAR_TYPES.has(scalarType);
}

function vectorOf(type: ReflectedType, min: number, max: number): ReflectedType | undefined {
  const fits = type.kind === 'vector' && type.elementCount >= min && type.elementCount <= max;
  return fits ? type.elementType : undefined;
}

type Place = Pick<UniformComponent, 'name' | 'offset'>;

function planKey(
  use: AttributeUse,
  place: Place & { readonly scalarType: UniformScalarType },
): Result<UniformComponent> {
  const [key, ...further] = use.attribute.arguments;
  if (typeof key !== 'string' || further.length > 0) {
    return fail('KEY attribute requires a single string argument (the key name)');
  }
  if (key === '') return wrongArgument(use, 'key name', key, 'a KeyboardEvent.key or .code');
  return ok({ type: 'KEY', ...place, key });
}

/** A default outside the slider's range applies until the user moves the slider. */
function planSlider(use: AttributeUse, place: Place): Result<UniformComponent> {
  const read = allOk([
    numberArgument(use, 0, 'default'),
    numberArgument(use, 1, 'minimum'),
    numberArgument(use, 2, 'maximum'),
  ]);
  if (!read.ok) return read;
  const [initial = 0, min = 0, max = 0] = read.value;
  if (min >= max) return wrongArgument(use, 'maximum', max, `greater than its minimum ${min}`);
  return ok({
    type: 'SLIDER',
    ...place,
    elementSize: 4,
    default: initial,
    min,
    max,
  });
}

/** Parts outside 0…1, which no colour picker can show, apply until the user chooses a colour. */
function planColor(
  use: AttributeUse,
  place: Place & { readonly elementCount: 3 | 4 },
): Result<UniformComponent> {
  const read = allOk([
    numberArgument(use, 0, 'red'),
    numberArgument(use, 1, 'green'),
    numberArgument(use, 2, 'blue'),
  ]);
  if (!read.ok) return read;
  const [red = 0, green = 0, blue = 0] = read.value;
  return ok({ type: 'COLOR_PICK', ...place, elementSize: 4, default: [red, green, blue] });
}

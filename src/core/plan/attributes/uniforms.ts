import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import type { CameraPart, UniformComponent, UniformScalarType } from '#core/plan/runDescriptor.ts';
import { allOk, fail, ok, type Result } from '#core/util/result.ts';
import { type AttributeUse, notApplicable, numberArgument, wrongArgument } from './attributeUse.ts';

interface UniformAttribute {
  /** After `playground::`. The file of this name in lower case describes it and has an example. */
  readonly name: string;
  /** On an array, the attribute applies to each element. */
  readonly isPerElement?: true;
  /**
   * Checks the parameter and the arguments. The plan's `type` names the value's source for the
   * run-time: the clock, the mouse, a key or a control.
   */
  plan(parameter: BoundParameter, use: AttributeUse): Result<UniformComponent>;
}

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

/** The attributes of uniforms that each frame writes, in the order of Help. */
export const UNIFORM_ATTRIBUTES: readonly UniformAttribute[] = [
  {
    name: 'TIME',
    plan(parameter, use) {
      const place = scalarPlace(parameter);
      return place ? ok({ type: 'TIME', ...place }) : notApplicable(use, SCALAR);
    },
  },
  {
    name: 'FRAME_ID',
    plan(parameter, use) {
      const place = scalarPlace(parameter);
      return place ? ok({ type: 'FRAME_ID', ...place }) : notApplicable(use, SCALAR);
    },
  },
  {
    name: 'MOUSE_POSITION',
    plan({ name, type, place }, use) {
      const elementType = vectorOf(type, MOUSE_ELEMENTS, Number.POSITIVE_INFINITY);
      const scalarType = elementType && writtenScalar(elementType);
      if (place.kind !== 'uniform' || !scalarType) return notApplicable(use, MOUSE_VECTOR);
      return ok({ type: 'MOUSE_POSITION', name, offset: place.offset, scalarType });
    },
  },
  {
    name: 'KEY',
    plan(parameter, use) {
      const place = scalarPlace(parameter);
      if (!place) return notApplicable(use, KEY_SCALAR);
      const [key, ...further] = use.attribute.arguments;
      if (typeof key !== 'string' || further.length > 0) {
        return fail('KEY attribute requires a single string argument (the key name)');
      }
      if (key === '') return wrongArgument(use, 'key name', key, 'a KeyboardEvent.key or .code');
      return ok({ type: 'KEY', ...place, key });
    },
  },
  {
    name: 'SLIDER',
    isPerElement: true,
    /** A default outside the slider's range applies until the user moves the slider. */
    plan({ name, type, place }, use) {
      if (place.kind !== 'uniform' || writtenScalar(type) !== 'float32') {
        return notApplicable(use, SCALAR);
      }
      const read = numbersOf(use, ['default', 'minimum', 'maximum']);
      if (!read.ok) return read;
      const [initial = 0, min = 0, max = 0] = read.value;
      if (min >= max) return wrongArgument(use, 'maximum', max, `greater than its minimum ${min}`);
      const { offset } = place;
      return ok({ type: 'SLIDER', name, offset, elementSize: 4, default: initial, min, max });
    },
  },
  {
    name: 'COLOR_PICK',
    isPerElement: true,
    /**
     * Components outside 0…1, which no colour picker shows, apply until the user picks a colour.
     */
    plan({ name, type, place }, use) {
      const elementType = vectorOf(type, 3, 4);
      if (place.kind !== 'uniform' || !elementType || writtenScalar(elementType) !== 'float32') {
        return notApplicable(use, COLOR_VECTOR);
      }
      const read = numbersOf(use, ['red', 'green', 'blue']);
      if (!read.ok) return read;
      const [red = 0, green = 0, blue = 0] = read.value;
      return ok({
        ...{ type: 'COLOR_PICK', name, offset: place.offset, elementSize: 4 },
        elementCount: type.kind === 'vector' && type.elementCount === 4 ? 4 : 3,
        default: [red, green, blue],
      });
    },
  },
  cameraAttribute('VIEW'),
  cameraAttribute('PROJECTION'),
  cameraAttribute('VIEW_PROJECTION'),
  cameraAttribute('CAMERA_POSITION'),
];

/** Matrices of float4x4, and a position of three or four floats. */
function cameraAttribute(part: CameraPart): UniformAttribute {
  const isPosition = part === 'CAMERA_POSITION';
  return {
    name: part,
    plan({ name, type, place }, use) {
      const isFitting = isPosition
        ? isFloat(vectorOf(type, 3, 4))
        : type.kind === 'matrix' &&
          type.rowCount === 4 &&
          type.columnCount === 4 &&
          isFloat(type.elementType);
      if (place.kind !== 'uniform' || !isFitting) {
        return notApplicable(use, `a ${isPosition ? 'float3' : 'float4x4'} in the uniform block`);
      }
      return ok({ type: 'CAMERA', name, offset: place.offset, part });
    },
  };
}

export function uniformAttribute(name: string): UniformAttribute | undefined {
  return UNIFORM_ATTRIBUTES.find((attribute) => attribute.name === name);
}

function numbersOf(use: AttributeUse, names: readonly string[]): Result<number[]> {
  return allOk(names.map((name, index) => numberArgument(use, index, name)));
}

/** A scalar uniform's offset and type; undefined for any other parameter. */
function scalarPlace({ name, type, place }: BoundParameter) {
  const scalarType = writtenScalar(type);
  if (place.kind !== 'uniform' || !scalarType) return undefined;
  return { name, offset: place.offset, scalarType };
}

function writtenScalar(type: ReflectedType): UniformScalarType | undefined {
  return type.kind === 'scalar' && isWritten(type.scalarType) ? type.scalarType : undefined;
}

function isFloat(type: ReflectedType | undefined): boolean {
  return type !== undefined && writtenScalar(type) === 'float32';
}

function isWritten(scalarType: string): scalarType is UniformScalarType {
  return SCALAR_TYPES.has(scalarType);
}

function vectorOf(type: ReflectedType, min: number, max: number): ReflectedType | undefined {
  const fits = type.kind === 'vector' && type.elementCount >= min && type.elementCount <= max;
  return fits ? type.elementType : undefined;
}

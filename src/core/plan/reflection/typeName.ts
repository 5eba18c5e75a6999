import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { kindInSlang } from '#core/plan/resourceKinds.ts';
import { ownValue } from '#core/util/ownValue.ts';

const SCALAR_NAMES: Readonly<Record<string, string>> = {
  float16: 'half',
  float32: 'float',
  float64: 'double',
  int32: 'int',
  uint32: 'uint',
  int8: 'int8_t',
  int16: 'int16_t',
  int64: 'int64_t',
  uint8: 'uint8_t',
  uint16: 'uint16_t',
  uint64: 'uint64_t',
};

/** A type as Slang writes it, such as `float3x4` or `RWStructuredBuffer<Particle>`. */
export function typeNameOf(type: ReflectedType): string {
  switch (type.kind) {
    case 'scalar':
      return ownValue(SCALAR_NAMES, type.scalarType) ?? type.scalarType;
    case 'vector':
      return `${typeNameOf(type.elementType)}${type.elementCount}`;
    case 'matrix':
      return `${typeNameOf(type.elementType)}${type.rowCount}x${type.columnCount}`;
    case 'array':
      return `${typeNameOf(type.elementType)}[${type.elementCount === 0 ? '' : type.elementCount}]`;
    case 'struct':
      return type.name === '' ? 'struct' : type.name;
    case 'resource':
      // Byte-address buffers and texel buffers have no result type.
      return type.resultType.kind === 'unknown'
        ? kindInSlang(type)
        : `${kindInSlang(type)}<${typeNameOf(type.resultType)}>`;
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock': {
      const { elementType } = type;
      const isAnonymous = elementType.kind === 'struct' && elementType.name === '';
      return isAnonymous ? 'cbuffer' : `${kindInSlang(type)}<${typeNameOf(elementType)}>`;
    }
    default:
      return kindInSlang(type);
  }
}

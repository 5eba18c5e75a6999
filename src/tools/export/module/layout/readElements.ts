import type { CompiledProgram } from '#core/output/compileResult.ts';
import { isCalled } from '#core/plan/attributes/calls.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import { dataFields, numberOffsets, strideOf } from '#core/plan/reflection/dataPlaces.ts';
import { elementSize } from '#core/plan/reflection/elementSize.ts';
import { STD430 } from '#core/plan/reflection/memoryLayout.ts';
import { type ReflectedType, readReflection } from '#core/plan/reflection/reflection.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import { isSameSlot, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import { readWgslTypes, type WgslTypes } from '#core/plan/wgsl/wgslTypes.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { type BufferElement, type ElementType, isScalar, SCALARS } from './elementType.ts';

/** A larger array makes no good value of TypeScript: its buffer has bytes only. */
const MAX_ELEMENTS = 65_536;

/**
 * The elements of the program's structured buffers, in the order of its layout. Omits buffers whose
 * bytes have no type, or none that is plain data.
 */
export function readElements(
  { reflection, code }: Pick<CompiledProgram, 'reflection' | 'code'>,
  { layout }: Pick<RunDescriptor, 'layout'>,
): readonly BufferElement[] {
  const { parameters, entryPoints } = readReflection(reflection);
  const wgsl = readWgslUse(code);
  const types = readWgslTypes(code);
  const { members } = bindParameters(parameters, entryPoints.filter(isCalled), wgsl);
  return Object.entries(layout).flatMap(([name, binding]): BufferElement[] => {
    if (binding.kind !== 'buffer') return [];
    const type = members.find((member) => member.name === name)?.type;
    if (type?.kind !== 'resource' || type.baseShape !== 'structuredBuffer') return [];
    const declared = wgsl.bindings.find((each) => isSameSlot(each, binding))?.type;
    const inCode = types.elementOf(declared);
    const stride = types.strideOf(inCode) ?? elementSize(type.resultType);
    const element = elementType(type.resultType, inCode, types);
    if (stride === undefined || !element) return [];
    return [{ name, typeName: typeNameOf(type.resultType), type: element, stride }];
  });
}

/**
 * Null if it is no plain data.
 *
 * @param inCode the type in WGSL, which tells matrices that are stored by column
 */
function elementType(
  type: ReflectedType,
  inCode: string | undefined,
  types: WgslTypes,
): ElementType | null {
  switch (type.kind) {
    case 'scalar':
      return isScalar(type.scalarType) ? { kind: 'scalar', scalar: type.scalarType } : null;
    case 'vector': {
      const scalar = elementType(type.elementType, undefined, types);
      if (scalar?.kind !== 'scalar') return null;
      return { kind: 'vector', scalar: scalar.scalar, count: type.elementCount };
    }
    case 'matrix':
      return matrixType(type, types.isColumnMajor(inCode));
    case 'array': {
      const element = elementType(type.elementType, types.elementOf(inCode), types);
      const stride = strideOf(type);
      const { elementCount: count } = type;
      if (!element || stride === undefined || count < 1 || count > MAX_ELEMENTS) return null;
      return { kind: 'array', element, count, stride };
    }
    case 'struct':
      return structType(type, inCode, types);
    default:
      return null;
  }
}

function matrixType(
  { rowCount, columnCount, elementType: of }: Extract<ReflectedType, { kind: 'matrix' }>,
  isByColumn: boolean,
): ElementType | null {
  if (of.kind !== 'scalar' || !isScalar(of.scalarType)) return null;
  const { bytes } = SCALARS[of.scalarType];
  const order = isByColumn ? 'column' : 'row';
  const offsets = numberOffsets([rowCount, columnCount], bytes, STD430, order);
  return { kind: 'matrix', scalar: of.scalarType, columns: columnCount, offsets };
}

function structType(
  struct: Extract<ReflectedType, { kind: 'struct' }>,
  inCode: string | undefined,
  types: WgslTypes,
): ElementType | null {
  const fieldsInCode = types.fieldsOf(inCode);
  const fields = [];
  for (const { name, field, offset, size } of dataFields(struct)) {
    const type = elementType(field.type, fieldsInCode?.[fields.length], types);
    if (!type) return null;
    fields.push({ name, typeName: typeNameOf(field.type), offset, size, type });
  }
  if (fields.length === 0) return null;
  const size = types.strideOf(inCode) ?? elementSize(struct);
  return size === undefined ? null : { kind: 'struct', name: struct.name, fields, size };
}

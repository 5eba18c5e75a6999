import { layoutOf } from '#core/plan/reflection/dataLayout.ts';
import { dataFields, numberOffsets, STD140, strideOf } from '#core/plan/reflection/dataPlaces.ts';
import { elementSize } from '#core/plan/reflection/elementSize.ts';
import { type LayoutRule, STD430 } from '#core/plan/reflection/memoryLayout.ts';
import type { ReflectedType, StructType } from '#core/plan/reflection/reflection.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import type { WgslTypes } from '#core/plan/wgsl/wgslTypes.ts';
import type { Column, ElementLayout, OmittedPart, ScalarType } from './columns.ts';
import { SCALAR_BYTES } from './scalars.ts';
import type { EnumCases, SourceTypes } from './sourceTypes.ts';

/** Elements of an array that get columns of their own. */
const MAX_ELEMENTS = 64;

/** Columns of an element, so that nested arrays do not multiply without end. */
const MAX_COLUMNS = 2048;

/** What reflection does not say about a type. */
export interface TypeContext {
  /** In which kind of buffer it stands: rows of matrices are 16 bytes apart in uniform blocks. */
  readonly space: 'storage' | 'uniform';
  /** The type as the source declares it, such as `Kind`; for enums, which reflection has as int. */
  readonly declared?: string | undefined;
  readonly source?: SourceTypes | undefined;
  /** The type in the compiled code, which knows the matrices that are stored by column. */
  readonly wgsl?: string | undefined;
  readonly code?: WgslTypes | undefined;
}

/** A member of a uniform block. */
export interface BlockMember {
  readonly name: string;
  readonly type: ReflectedType;
  /** In bytes from the start of the block. */
  readonly offset: number;
  readonly declared?: string | undefined;
  readonly wgsl?: string | undefined;
}

const STORAGE: TypeContext = { space: 'storage' };

/**
 * The columns of a buffer's element. Null if the type does not say what its bytes are, or has none:
 * then they are shown as bytes.
 */
export function elementLayout(type: ReflectedType, context = STORAGE): ElementLayout | null {
  const { code, wgsl } = context;
  const stride = code?.strideOf(wgsl) ?? elementSize(type);
  if (stride === undefined) return null;
  return columnsOf([{ ...context, name: '', type, offset: 0 }], stride, context);
}

/** The columns of a uniform block, which is one element. Omits members that are no plain data. */
export function blockLayout(
  members: readonly BlockMember[],
  bytes: number,
  context: TypeContext = { space: 'uniform' },
): ElementLayout | null {
  return columnsOf(members, bytes, context);
}

function columnsOf(
  members: readonly BlockMember[],
  stride: number,
  context: TypeContext,
): ElementLayout | null {
  const columns: Column[] = [];
  const omitted: OmittedPart[] = [];
  for (const member of members) addLeaves(member, { columns, omitted, context });
  if (columns.length === 0) return null;
  const byOffset = columns.toSorted((one, other) => one.offset - other.offset);
  return { stride, columns: byOffset, omitted };
}

interface Leaves {
  readonly columns: Column[];
  readonly omitted: OmittedPart[];
  readonly context: TypeContext;
}

function addLeaves(part: BlockMember, leaves: Leaves): void {
  const { type } = part;
  switch (type.kind) {
    case 'scalar':
    case 'vector':
    case 'matrix': {
      const column = columnOf(part, leaves.context);
      if (!column) return;
      if (leaves.columns.length < MAX_COLUMNS) leaves.columns.push(column);
      else omit(column.name, part, leaves);
      return;
    }
    case 'array':
      addElements(part, type, leaves);
      return;
    case 'struct':
      addFields(part, type, leaves);
      return;
    default:
  }
}

function addFields(part: BlockMember, struct: StructType, leaves: Leaves): void {
  const { source, code } = leaves.context;
  const inCode = code?.fieldsOf(part.wgsl);
  for (const [position, { name, field, offset }] of dataFields(struct).entries()) {
    addLeaves(
      {
        name: part.name === '' ? name : `${part.name}.${name}`,
        type: field.type,
        offset: part.offset + offset,
        declared: source?.fieldType(struct.name, field.name),
        wgsl: inCode?.[position],
      },
      leaves,
    );
  }
}

function addElements(
  part: BlockMember,
  type: Extract<ReflectedType, { kind: 'array' }>,
  leaves: Leaves,
): void {
  const { elementCount, elementType } = type;
  const stride = strideOf(type);
  if (stride === undefined) return;
  const name = part.name === '' ? 'value' : part.name;
  const wgsl = leaves.context.code?.elementOf(part.wgsl);
  let index = 0;
  for (; index < Math.min(elementCount, MAX_ELEMENTS); index += 1) {
    if (leaves.columns.length >= MAX_COLUMNS) break;
    const offset = part.offset + index * stride;
    addLeaves({ ...part, name: `${name}[${index}]`, type: elementType, offset, wgsl }, leaves);
  }
  if (index === elementCount) return;
  const rest = index + 1 === elementCount ? `${index}` : `${index}…${elementCount - 1}`;
  leaves.omitted.push({
    name: `${name}[${rest}]`,
    offset: part.offset + index * stride,
    bytes: (elementCount - index) * stride,
  });
}

function omit(name: string, { type, offset }: BlockMember, { omitted, context }: Leaves): void {
  omitted.push({ name, offset, bytes: layoutOf(type, ruleOf(context))?.size ?? 0 });
}

function columnOf(part: BlockMember, context: TypeContext): Column | null {
  const { type, offset, declared } = part;
  const element = type.kind === 'scalar' ? type : 'elementType' in type ? type.elementType : type;
  const scalar = element.kind === 'scalar' ? asScalar(element.scalarType) : null;
  if (!scalar) return null;
  const shape = shapeOf(type);
  const order = context.code?.isColumnMajor(part.wgsl) ? 'column' : 'row';
  const isWhole = scalar.startsWith('int') || scalar.startsWith('uint');
  const enumeration: EnumCases | undefined = isWhole ? context.source?.enumIn(declared) : undefined;
  return {
    name: part.name === '' ? 'value' : part.name,
    typeName: enumeration?.name ?? typeNameOf(type),
    offset,
    scalar,
    components: numberOffsets(shape, SCALAR_BYTES[scalar], ruleOf(context), order),
    shape,
    cases: enumeration?.cases ?? null,
  };
}

function asScalar(name: string): ScalarType | null {
  return Object.hasOwn(SCALAR_BYTES, name) ? (name as ScalarType) : null;
}

function shapeOf(type: ReflectedType): readonly [rows: number, columns: number] {
  if (type.kind === 'vector') return [1, type.elementCount];
  return type.kind === 'matrix' ? [type.rowCount, type.columnCount] : [1, 1];
}

function ruleOf({ space }: TypeContext): LayoutRule {
  return space === 'uniform' ? STD140 : STD430;
}

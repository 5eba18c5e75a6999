import type { CompiledProgram } from '#core/output/compileResult.ts';
import { isCalled } from '#core/plan/attributes/calls.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import type { BoundParameter, UniformBlockPlace } from '#core/plan/boundParameter.ts';
import {
  dataFields,
  layoutOf,
  numberOffsets,
  STD140,
  strideOf,
} from '#core/plan/reflection/dataLayout.ts';
import { elementSize, type LayoutRule, STD430 } from '#core/plan/reflection/memoryLayout.ts';
import {
  type ReflectedType,
  readReflection,
  type StructType,
} from '#core/plan/reflection/reflection.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import { isSameSlot } from '#core/plan/runDescriptor.ts';
import { readWgslTypes, type WgslTypes } from '#core/plan/wgsl/wgslLayout.ts';
import { readWgslUse, type WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { constantsOf, type Evaluate, enumCases } from '#core/source/constantExpression.ts';
import { type Declaration, readSource, withMembers } from '#core/source/declarations.ts';
import type { Token } from '#core/source/tokens.ts';
import { typeHeads } from '#core/source/typeHeads.ts';
import type { Column, ElementLayout, OmittedPart, ScalarType } from './columns.ts';
import { SCALAR_BYTES } from './scalars.ts';

export interface ParameterLayouts {
  /** Every parameter by name, including uniforms. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
  /** Null for untyped bytes, and if the name is not a buffer's. */
  buffer(name: string): ElementLayout | null;
  /** All uniforms of a block of this size, not only those that frames write. */
  block(name: string, bytes: number): ElementLayout | null;
}

/** @param source provides the names of enum cases, which reflection lacks */
export function parameterLayouts(
  { reflection, code }: CompiledProgram,
  source: string,
): ParameterLayouts {
  const { parameters, entryPoints } = readReflection(reflection);
  const wgsl = readWgslUse(code);
  const { members, blocks } = bindParameters(parameters, entryPoints.filter(isCalled), wgsl);
  const byName = new Map(members.map((member) => [member.name, member]));
  const facts: Facts = {
    members,
    blocks,
    source: readSourceTypes(source),
    code: readWgslTypes(code),
    wgsl,
  };
  return {
    parameters: byName,
    buffer: once((name) => layoutOfBuffer(byName.get(name), facts)),
    block: once((name, bytes) => layoutOfBlock(name, bytes, facts)),
  };
}

/** Returns the same object each time, so that tables see that nothing changed. */
function once<More extends readonly unknown[]>(
  make: (name: string, ...more: More) => ElementLayout | null,
): (name: string, ...more: More) => ElementLayout | null {
  const made = new Map<string, ElementLayout | null>();
  return (name, ...more) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const layout = make(name, ...more);
    made.set(name, layout);
    return layout;
  };
}

interface Facts {
  readonly members: readonly BoundParameter[];
  readonly blocks: readonly UniformBlockPlace[];
  readonly source: SourceTypes;
  readonly code: WgslTypes;
  readonly wgsl: WgslUse;
}

function layoutOfBuffer(
  parameter: BoundParameter | undefined,
  { source, code, wgsl }: Facts,
): ElementLayout | null {
  const type = parameter?.type;
  if (!parameter || type?.kind !== 'resource' || type.baseShape !== 'structuredBuffer') return null;
  const { place } = parameter;
  const declared = wgsl.bindings.find(
    (each) => place.kind === 'slot' && each.group === place.group && each.binding === place.binding,
  );
  return elementLayout(type.resultType, {
    space: 'storage',
    source,
    code,
    declared: declaredType(parameter.fullName, source),
    wgsl: code.elementOf(declared?.type),
  });
}

function layoutOfBlock(
  name: string,
  bytes: number,
  { members, blocks, source, code, wgsl }: Facts,
): ElementLayout | null {
  const slot = blocks.find((block) => block.name === name)?.slot;
  const inCode = slot && wgsl.bindings.find((each) => isSameSlot(each, slot));
  const inBlock = members.flatMap((member): BlockMember[] => {
    const { place, type, fullName } = member;
    if (place.kind !== 'uniform' || place.block !== name) return [];
    const path = fullName.startsWith(`${name}.`) ? fullName.slice(name.length + 1) : fullName;
    return [
      {
        name: member.name,
        type,
        offset: place.offset,
        declared: declaredType(fullName, source),
        wgsl: code.memberOf(inCode?.type, path),
      },
    ];
  });
  return blockLayout(inBlock, bytes, { space: 'uniform', source, code });
}

/** The type of a global variable, or of a member of a global struct or block. */
function declaredType(path: string, source: SourceTypes): string | undefined {
  const [first = '', ...fields] = path.replaceAll(/\[\d+\]/g, '').split('.');
  let type = source.variableType(first);
  // A cbuffer is its own type.
  let struct: string | undefined = type === undefined ? first : source.structIn(type);
  for (const field of fields) {
    type = struct === undefined ? undefined : source.fieldType(struct, field);
    struct = source.structIn(type);
  }
  return type;
}

/** Maximum number of array elements with columns of their own. */
const MAX_ELEMENTS = 64;

/** Maximum number of columns per element, since nested arrays multiply them. */
const MAX_COLUMNS = 2048;

/** What reflection does not say about a type. */
interface TypeContext {
  /** Kind of buffer: in uniform blocks, matrix rows are 16 bytes apart. */
  readonly space: 'storage' | 'uniform';
  /** The type as declared in the source, such as `Kind`. Reflection has enums as int. */
  readonly declared?: string | undefined;
  readonly source?: SourceTypes | undefined;
  /** The type in the compiled code, which shows which matrices are stored by column. */
  readonly wgsl?: string | undefined;
  readonly code?: WgslTypes | undefined;
}

interface BlockMember {
  readonly name: string;
  readonly type: ReflectedType;
  /** In bytes from the start of the block. */
  readonly offset: number;
  readonly declared?: string | undefined;
  readonly wgsl?: string | undefined;
}

const STORAGE: TypeContext = { space: 'storage' };

/**
 * The columns of a buffer's element. Null if the type has none or does not determine its bytes;
 * they are then shown as bytes.
 */
function elementLayout(type: ReflectedType, context = STORAGE): ElementLayout | null {
  const { code, wgsl } = context;
  const stride = code?.strideOf(wgsl) ?? elementSize(type);
  if (stride === undefined) return null;
  return columnsOf([{ ...context, name: '', type, offset: 0 }], stride, context);
}

/** The columns of a uniform block, which is one element. Omits members that are not plain data. */
function blockLayout(
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

/** Names of an enum's cases, by decimal value. */
interface EnumCases {
  readonly name: string;
  readonly cases: Readonly<Record<string, string>>;
}

/** Declared types that reflection does not distinguish, because it has enums as integers. */
interface SourceTypes {
  /** The declared type of a struct's field; undefined if unknown or ambiguous. */
  fieldType(struct: string, field: string): string | undefined;
  variableType(name: string): string | undefined;
  structIn(declared: string | undefined): string | undefined;
  /** The enum that a declared type names, including as the element of an array or a buffer. */
  enumIn(declared: string | undefined): EnumCases | undefined;
}

/** Reads the user's source, which may lack imported types. */
function readSourceTypes(text: string): SourceTypes {
  const source = readSource(text);
  const enums = readEnums(source.tokens, constantsOf(source));
  const structs = new Map<string, ReadonlyMap<string, string> | null>();
  for (const { kind, name, members } of withMembers(source.declarations)) {
    if (kind !== 'struct') continue;
    // Reflection does not distinguish structs of the same name in different namespaces.
    structs.set(name, structs.has(name) ? null : typesOf(members));
  }
  const variables = typesOf(source.declarations);
  return {
    fieldType: (struct, field) => structs.get(struct)?.get(field),
    variableType: (name) => variables.get(name),
    structIn: (declared) => wordsOf(declared).find((name) => structs.has(name)),
    enumIn: (declared) =>
      enums.get(wordsOf(declared).find((name) => enums.has(name)) ?? '') ?? undefined,
  };
}

function wordsOf(declared = ''): readonly string[] {
  return declared.match(/\w+/g) ?? [];
}

function typesOf(declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  return new Map(
    declarations.flatMap(({ kind, name, type }) =>
      kind === 'variable' ? [[name, type.map(({ text }) => text).join(' ')] as const] : [],
    ),
  );
}

/** Enums by name; null if two have the same name. */
function readEnums(
  tokens: readonly Token[],
  evaluate: Evaluate,
): ReadonlyMap<string, EnumCases | null> {
  const enums = new Map<string, EnumCases | null>();
  for (const head of typeHeads(tokens)) {
    if (head.kind !== 'enum') continue;
    const name = head.name.text;
    // If two cases have the same value, the first one names it.
    const cases = [...enumCases(tokens, head, evaluate)].toReversed();
    const byValue = Object.fromEntries(cases.map(([each, value]) => [value, each]));
    enums.set(name, enums.has(name) ? null : { name, cases: byValue });
  }
  return enums;
}

import { runRequest, type ThreadGroupSize } from '#core/output/compileResult.ts';
import { readWords } from '#core/output/spirv/binary.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  type ModuleFacts,
  readModuleFacts,
  type Variable,
} from '#tools/export/native/spirv/moduleFacts.ts';
import {
  type DataType,
  type DescriptorKind,
  type MemberLayout,
  type ModuleBinding,
  type ModuleEntryPoint,
  type ModuleInterface,
  type StructLayout,
  sizeOf,
} from '#tools/export/native/spirv/moduleInterface.ts';
import type { ExportContext, ExportedProgram } from '#tools/export/program/exportedProgram.ts';

interface SpirvModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly interface: ModuleInterface;
}

export async function compileSpirv(
  { project }: ExportedProgram,
  { compile, signal }: ExportContext,
): Promise<Result<SpirvModule>> {
  const request = { ...runRequest(project.text, project.files), target: 'SPIRV' } as const;
  const report = await compile(request, signal);
  if (!report) return fail('The compile for SPIR-V was cancelled. Try again.');
  if (!report.succ) {
    return fail(`The program runs, but does not compile for SPIR-V: ${report.message}`);
  }
  const bytes = new Uint8Array(report.result.binary ?? []);
  const read = readInterface(bytes);
  if (!read) {
    return fail('The compiler returned no SPIR-V module. Compile for SPIRV to see what it says.');
  }
  return ok({ bytes, interface: read });
}

const STORAGE = {
  uniformConstant: 0,
  input: 1,
  uniform: 2,
  pushConstant: 9,
  storageBuffer: 12,
} as const;

const DECORATION = { bufferBlock: 3, nonWritable: 24, nonReadable: 25, location: 30 } as const;

const STAGES: Readonly<Record<number, ModuleEntryPoint['stage']>> = {
  0: 'vertex',
  4: 'fragment',
  5: 'compute',
};

/** Reads the declarations of a SPIR-V module; null if the bytes are not SPIR-V. */
export function readInterface(binary: Uint8Array): ModuleInterface | null {
  const module = readWords(binary);
  if (!module) return null;
  const facts = readModuleFacts(module);
  const bound = facts.variables
    .flatMap((variable) => readBinding(facts, variable) ?? [])
    .sort((a, b) => a.set - b.set || a.binding - b.binding || a.id - b.id);
  const entryPoints = facts.entryPoints.map(({ id, stage, moduleName, uses }): ModuleEntryPoint => {
    const used = new Set(uses);
    return {
      name: facts.names.get(id) ?? moduleName,
      moduleName,
      stage: STAGES[stage] ?? 'other',
      groupSize: groupSizeOf(facts, id),
      uses: bound.flatMap((binding, index) => (used.has(binding.id) ? [index] : [])),
      inputs: inputsOf(facts, used),
    };
  });
  return { entryPoints, bindings: bound, pushConstants: pushConstantsOf(facts) };
}

function inputsOf(facts: ModuleFacts, used: ReadonlySet<number>): ModuleEntryPoint['inputs'] {
  return facts.variables
    .filter(({ id, storage }) => storage === STORAGE.input && used.has(id))
    .flatMap((variable) => {
      const location = facts.numberOf(variable.id, DECORATION.location);
      return location === undefined ? [] : [{ name: nameOf(facts, variable), location }];
    })
    .sort((a, b) => a.location - b.location);
}

function groupSizeOf(facts: ModuleFacts, id: number): ThreadGroupSize {
  const [x = 1, y = 1, z = 1] = facts.groupSizes.get(id) ?? [];
  return [x, y, z];
}

function pushConstantsOf(facts: ModuleFacts): StructLayout | null {
  const variable = facts.variables.find(({ storage }) => storage === STORAGE.pushConstant);
  return variable ? layoutStruct(facts, variable.type, nameOf(facts, variable)) : null;
}

/** Null for variables without a descriptor. */
function readBinding(
  facts: ModuleFacts,
  variable: Variable,
): (ModuleBinding & { readonly id: number }) | null {
  const { id } = variable;
  const place = facts.places.get(id);
  if (place?.binding === undefined) return null;
  const { type, count } = facts.elementOf(variable.type);
  const kind = kindOf(facts, variable.storage, type);
  const content = bufferContent(facts, type, kind);
  return {
    ...{ id, name: nameOf(facts, variable), set: place.set, binding: place.binding },
    ...{ kind, count, access: accessOf(facts, id, type, kind), ...content },
  };
}

function nameOf({ names }: ModuleFacts, { id, type }: Variable): string {
  return names.get(id) ?? names.get(type) ?? `binding${id}`;
}

function kindOf(facts: ModuleFacts, storage: number, type: number): DescriptorKind {
  if (storage === STORAGE.storageBuffer) return 'storageBuffer';
  if (storage === STORAGE.uniform) {
    return facts.isDecorated(type, DECORATION.bufferBlock) ? 'storageBuffer' : 'uniformBuffer';
  }
  const opaque = facts.opaqueTypes.get(type);
  return storage === STORAGE.uniformConstant && opaque !== undefined ? opaque : 'other';
}

function accessOf(
  facts: ModuleFacts,
  id: number,
  type: number,
  kind: DescriptorKind,
): ModuleBinding['access'] {
  const has = (decoration: number) =>
    facts.isDecorated(id, decoration) || facts.hasAllMembersDecorated(type, decoration);
  const isStorage =
    kind === 'storageBuffer' || kind === 'storageImage' || kind === 'storageTexelBuffer';
  if (!isStorage || has(DECORATION.nonWritable)) return 'read';
  return has(DECORATION.nonReadable) ? 'write' : 'readWrite';
}

const STRUCT_DECORATION = { rowMajor: 4, arrayStride: 6, matrixStride: 7, offset: 35 } as const;

/** The compiler appends the layout to a struct's name, as in `Splat_std430`. */
const LAYOUT_SUFFIX = /_(?:std140|std430|scalar|natural)$/;

/** Structs that the compiler wraps around an array or matrix. */
const WRAPPER = /^_(?:Array|MatrixStorage)_/;

/** The content of a uniform buffer, or the element of a storage buffer. */
function bufferContent(
  facts: ModuleFacts,
  type: number,
  kind: DescriptorKind,
): Pick<ModuleBinding, 'struct' | 'stride'> {
  if (kind === 'uniformBuffer') return { struct: layoutStruct(facts, type), stride: 0 };
  const block = facts.types.get(type);
  const elements = block?.kind === 'struct' ? block.members.at(-1) : undefined;
  if (kind !== 'storageBuffer' || elements === undefined) return { struct: null, stride: 0 };
  const stride = facts.numberOf(elements, STRUCT_DECORATION.arrayStride) ?? 0;
  const element = facts.elementOf(elements).type;
  const isStruct = facts.types.get(element)?.kind === 'struct';
  return { struct: isStruct ? layoutStruct(facts, element) : null, stride };
}

/** Lays out a struct type; null for any other type. */
function layoutStruct(facts: ModuleFacts, type: number, otherName = ''): StructLayout | null {
  const struct = facts.types.get(type);
  if (struct?.kind !== 'struct') return null;
  const members = struct.members.flatMap((member, index): MemberLayout[] => {
    const offset = facts.numberOf(type, index, STRUCT_DECORATION.offset);
    const stride = facts.numberOf(type, index, STRUCT_DECORATION.matrixStride) ?? 0;
    const isByRow = facts.numberOf(type, index, STRUCT_DECORATION.rowMajor) !== undefined;
    const data = dataType(facts, member, { stride, isByRow });
    if (offset === undefined || !data) return [];
    const name = facts.memberNames.get(`${type} ${index}`) ?? `member${index}`;
    return [{ name, offset, type: data }];
  });
  const sorted = [...members].sort((a, b) => a.offset - b.offset);
  const name = (facts.names.get(type) ?? otherName).replace(LAYOUT_SUFFIX, '');
  const end = sorted.reduce((last, each) => Math.max(last, each.offset + sizeOf(each.type)), 0);
  return { name: name || 'Content', members: sorted, end };
}

interface MatrixLayout {
  /** Bytes from one row or column of a matrix to the next. */
  readonly stride: number;
  readonly isByRow: boolean;
}

/** Null for a type that is not plain data. */
function dataType(facts: ModuleFacts, id: number, matrix: MatrixLayout): DataType | null {
  const type = facts.types.get(id);
  switch (type?.kind) {
    case 'number':
      return type;
    case 'vector': {
      const element = dataType(facts, type.element, matrix);
      if (!element) return null;
      return { kind: 'array', element, count: type.count, stride: sizeOf(element) };
    }
    case 'matrix': {
      const column = dataType(facts, type.element, matrix);
      if (column?.kind !== 'array') return null;
      const { element, count: rows, stride } = column;
      const [lines, length] = matrix.isByRow ? [rows, type.count] : [type.count, rows];
      const line: DataType = { kind: 'array', element, count: length, stride };
      return { kind: 'array', element: line, count: lines, stride: matrix.stride };
    }
    case 'array': {
      const element = dataType(facts, type.element, matrix);
      if (!element) return null;
      const stride = facts.numberOf(id, STRUCT_DECORATION.arrayStride) ?? sizeOf(element);
      return { kind: 'array', element, count: type.length, stride };
    }
    case 'struct': {
      const struct = layoutStruct(facts, id);
      const [only] = struct?.members ?? [];
      if (WRAPPER.test(facts.names.get(id) ?? '') && only) return only.type;
      return struct && { kind: 'struct', struct };
    }
    default:
      return null;
  }
}

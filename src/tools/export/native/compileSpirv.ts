import { runRequest, type ThreadGroupSize } from '#core/output/compileResult.ts';
import { readWords } from '#core/output/spirv/binary.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  type ModuleFacts,
  readModuleFacts,
  type Variable,
} from '#tools/export/native/spirv/moduleFacts.ts';
import type {
  DescriptorKind,
  ModuleBinding,
  ModuleEntryPoint,
  ModuleInterface,
  StructLayout,
} from '#tools/export/native/spirv/moduleInterface.ts';
import { bufferContent, layoutStruct } from '#tools/export/native/spirv/structLayouts.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ExportContext } from '#tools/export/program/exportFormat.ts';

export interface SpirvModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly interface: ModuleInterface;
}

export async function compileSpirv(
  { project }: Pick<ExportedProgram, 'project'>,
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

const STORAGE = { uniformConstant: 0, uniform: 2, pushConstant: 9, storageBuffer: 12 } as const;

const DECORATION = { bufferBlock: 3, nonWritable: 24, nonReadable: 25 } as const;

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
    };
  });
  return { entryPoints, bindings: bound, pushConstants: pushConstantsOf(facts) };
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

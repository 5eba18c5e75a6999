import type { UniformBlock, UniformComponent } from '#core/plan/runDescriptor.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { DataType, ModuleInterface, StructLayout } from './spirv/moduleInterface.ts';

export interface UniformPlace {
  readonly component: UniformComponent;
  /** Index of the uniform buffer in `bindings`; null for push constants. */
  readonly binding: number | null;
  /** In bytes, from the start of the buffer. */
  readonly offset: number;
}

interface UniformPlaces {
  readonly places: readonly UniformPlace[];
  /** Names of uniforms that are not in the module, such as unused ones. */
  readonly missing: readonly string[];
}

/** The compiler's name for the buffer of global uniforms. */
const LOOSE = 'globalParams';

/** Finds uniforms by name, since SPIR-V has its own layout rules. */
export function findUniforms(
  { descriptor }: ExportedProgram,
  module: ModuleInterface,
): UniformPlaces {
  const places: UniformPlace[] = [];
  const missing: string[] = [];
  for (const block of descriptor.uniformBlocks) {
    for (const component of block.components) {
      // An unused block is not in the module, but another block may have a member of the same name.
      const place = block.slot && findIn(module, block, component);
      if (place) places.push(place);
      else missing.push(component.name);
    }
  }
  return { places, missing };
}

function findIn(
  { bindings, pushConstants }: ModuleInterface,
  block: UniformBlock,
  component: UniformComponent,
): UniformPlace | null {
  const path = component.name.match(/[^.[\]]+/g) ?? [];
  const buffers = bindings.flatMap(({ name, struct, kind }, binding) =>
    kind === 'uniformBuffer' && struct ? [{ name, struct, binding }] : [],
  );
  const named = buffers.filter(({ name }) => sameName(name, block.name) || name === LOOSE);
  for (const { struct, binding } of [...named, ...buffers]) {
    const offset = offsetOf(struct, path) ?? offsetOf(struct, path.slice(1));
    if (offset !== null) return { component, binding, offset };
  }
  const offset = pushConstants && offsetOf(pushConstants, path.slice(-1));
  return offset === null ? null : { component, binding: null, offset };
}

/** Whether a name in the code is the program's `name` as an identifier, such as `a_b` for `a.b`. */
export function sameName(code: string, name: string): boolean {
  return code === name || code === name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/_$/, '');
}

function offsetOf(struct: StructLayout, path: readonly string[]): number | null {
  const [first, ...rest] = path;
  const member = struct.members.find(({ name }) => name === first);
  if (!member) return null;
  const inner = offsetWithin(member.type, rest);
  return inner === null ? null : member.offset + inner;
}

function offsetWithin(type: DataType, path: readonly string[]): number | null {
  const [first, ...rest] = path;
  if (first === undefined) return 0;
  if (type.kind === 'struct') return offsetOf(type.struct, path);
  const index = Number(first);
  if (type.kind !== 'array' || !(index < type.count)) return null;
  const inner = offsetWithin(type.element, rest);
  return inner === null ? null : index * type.stride + inner;
}

import type { CompileTarget } from '#core/output/compileTarget.ts';

/** A place that the reflection reports, counted from the start of the program. */
export interface Slot {
  /** The compiler's name for its kind, such as `descriptorTableSlot`. */
  readonly kind: string;
  readonly index: number;
  /** The bind group, descriptor set or register space. */
  readonly space: number;
}

const REGISTERS: ReadonlyMap<string, string> = new Map([
  ['constantBuffer', 'b'],
  ['shaderResource', 't'],
  ['unorderedAccess', 'u'],
  ['samplerState', 's'],
]);

const METAL_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['constantBuffer', 'buffer'],
  ['shaderResource', 'texture'],
  ['unorderedAccess', 'texture'],
  ['samplerState', 'sampler'],
]);

/** The kind of a place that is a whole group, set or space. */
export const WHOLE_SPACE = 'subElementRegisterSpace';

/** A place as the target's code writes it; empty if the target has none of this kind. */
export function bindingText(target: CompileTarget, slot: Slot): string {
  if (slot.kind === 'pushConstantBuffer') return 'push constant';
  return WRITERS.get(target)?.(slot) ?? '';
}

/** The code of other targets, such as CUDA, has no places. */
const WRITERS: ReadonlyMap<CompileTarget, (slot: Slot) => string> = new Map([
  [
    'WGSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `@group(${index})`;
      return kind === 'descriptorTableSlot' ? `@group(${space}) @binding(${index})` : '';
    },
  ],
  [
    'SPIRV',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `DescriptorSet ${index}`;
      return kind === 'descriptorTableSlot' ? `DescriptorSet ${space}, Binding ${index}` : '';
    },
  ],
  [
    'GLSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `set = ${index}`;
      return kind === 'descriptorTableSlot' ? `set = ${space}, binding = ${index}` : '';
    },
  ],
  [
    'HLSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `space${index}`;
      const register = REGISTERS.get(kind);
      if (register === undefined) return '';
      return `register(${register}${index}${space === 0 ? '' : `, space${space}`})`;
    },
  ],
  [
    'METAL',
    ({ kind, index }) => {
      const attribute = METAL_ATTRIBUTES.get(kind);
      return attribute === undefined ? '' : `[[${attribute}(${index})]]`;
    },
  ],
]);

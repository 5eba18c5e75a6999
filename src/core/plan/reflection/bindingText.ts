import type { CompileTarget } from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';

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
export function bindingText(target: CompileTarget, { kind, index, space }: Slot): string {
  if (kind === 'pushConstantBuffer') return 'push constant';
  switch (target) {
    case 'WGSL':
      if (kind === WHOLE_SPACE) return `@group(${index})`;
      return kind === 'descriptorTableSlot' ? `@group(${space}) @binding(${index})` : '';
    case 'SPIRV':
      if (kind === WHOLE_SPACE) return `DescriptorSet ${index}`;
      return kind === 'descriptorTableSlot' ? `DescriptorSet ${space}, Binding ${index}` : '';
    case 'GLSL':
      if (kind === WHOLE_SPACE) return `set = ${index}`;
      return kind === 'descriptorTableSlot' ? `set = ${space}, binding = ${index}` : '';
    case 'HLSL': {
      if (kind === WHOLE_SPACE) return `space${index}`;
      const register = REGISTERS.get(kind);
      if (register === undefined) return '';
      return `register(${register}${index}${space === 0 ? '' : `, space${space}`})`;
    }
    case 'METAL': {
      const attribute = METAL_ATTRIBUTES.get(kind);
      return attribute === undefined ? '' : `[[${attribute}(${index})]]`;
    }
    case 'CUDA':
      return '';
    default:
      return assertNever(target);
  }
}

import { fail, ok, type Result } from '#shared/result.ts';
import { roundUp } from './elementSize.ts';
import type { ProgramUse } from './programUse.ts';
import type { Parameter } from './reflection.ts';
import { notStorable, unstorableType } from './resourceBinding.ts';
import type { ResourceBinding, RunDescriptor } from './runDescriptor.ts';

const ALIGNMENT = 16;

/** What every device allows (WebGPU, `maxUniformBufferBindingSize`). */
const MAX_SIZE = 65536;

/** The compiler's name for the uniform block in WGSL. */
export const UNIFORM_BLOCK_NAME = /^globalParams(?:_\d+)?$/;

type UniformBlock = Pick<RunDescriptor, 'uniformSize' | 'uniformBinding'>;

/** The buffer that all loose uniforms lie in. */
export function planUniformBlock(
  parameters: readonly Parameter[],
  layout: Readonly<Record<string, ResourceBinding>>,
  use: ProgramUse,
): Result<UniformBlock> {
  const uniformBinding = blockBinding(layout, use);
  let end = 0;
  for (const { name, type, bindings } of parameters) {
    const place = bindings.find(({ kind }) => kind === 'uniform');
    if (place?.kind !== 'uniform') continue;
    end = Math.max(end, place.offset + place.size);
    if (end > MAX_SIZE) {
      return fail(
        `Could not generate binding for ${name}: it ends at byte ${end} of the uniform block, which can have ${MAX_SIZE}; use a StructuredBuffer.`,
      );
    }
    const unstorable = uniformBinding === null ? undefined : unstorableType(type);
    if (unstorable !== undefined) return fail(notStorable(name, unstorable));
  }
  const uniformSize = roundUp(end, ALIGNMENT);
  return ok({ uniformSize, uniformBinding: uniformSize === 0 ? null : uniformBinding });
}

/** The code says where the block is; reflection does not. */
function blockBinding(
  layout: Readonly<Record<string, ResourceBinding>>,
  { wgsl, isKnown }: ProgramUse,
): number | null {
  const taken = new Set(Object.values(layout).map(({ binding }) => binding));
  const block = wgsl.bindings.find(
    ({ group, binding, space, name }) =>
      group === 0 && space === 'uniform' && UNIFORM_BLOCK_NAME.test(name) && !taken.has(binding),
  );
  if (block) return block.binding;
  return isKnown ? null : 0;
}

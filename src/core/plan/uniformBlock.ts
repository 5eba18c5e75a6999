import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { UniformBlockPlace } from './boundParameter.ts';
import type { ProgramUse } from './programUse.ts';
import { notStorable, unstorableType } from './resourceBinding.ts';
import type { UniformBlock, UniformComponent } from './runDescriptor.ts';

const ALIGNMENT = 16;

/**
 * The buffers with the uniforms. A block that no called code uses is not bound, but the controls of
 * its uniforms still appear.
 *
 * @param components the components of each block, by its name
 */
export function planUniformBlocks(
  places: readonly UniformBlockPlace[],
  components: ReadonlyMap<string, readonly UniformComponent[]>,
  use: ProgramUse,
): Result<UniformBlock[]> {
  const blocks: UniformBlock[] = [];
  for (const { name, slot, size, contents } of places) {
    const bound = slot && use.isUsed(slot) ? slot : null;
    for (const { name: member, type } of bound ? contents : []) {
      // The code has numbers for bools: see `storeBools`.
      const unstorable = unstorableType(type, 'bool');
      if (unstorable !== undefined) return fail(notStorable(member, unstorable));
    }
    const written = components.get(name) ?? [];
    if (!bound && written.length === 0) continue;
    blocks.push({ name, slot: bound, size: roundUp(size, ALIGNMENT), components: written });
  }
  return ok(blocks);
}

import { roundUp } from '#program/reflection/elementSize.ts';
import { fail, ok, type Result } from '#shared/result.ts';
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
    const unstorable = bound && contents.find(({ type }) => unstorableType(type) !== undefined);
    if (unstorable) {
      return fail(notStorable(unstorable.name, unstorableType(unstorable.type) ?? ''));
    }
    const written = components.get(name) ?? [];
    if (!bound && written.length === 0) continue;
    blocks.push({ name, slot: bound, size: roundUp(size, ALIGNMENT), components: written });
  }
  return ok(blocks);
}

import type { AlignedOutput, AlignmentRequest } from '#core/output/codeAlignment/alignment.ts';
import { type PackedMap, packMap } from '#core/output/codeAlignment/packedMap.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { CompiledCode, LineMaps } from '#tools/code/analysis/lineMaps.ts';
import type { ShownOutputs } from '#tools/code/changes/sideBySide/state.ts';

export interface AlignContext {
  readonly analysis: AnalysisClient;
  readonly lineMaps: LineMaps;
}

/** Code that is there, on one side. */
export interface SideCode {
  readonly compiled: CompiledCode;
  readonly showsPrelude: boolean;
}

export interface SidesCode {
  readonly left: SideCode | null;
  readonly right: SideCode | null;
  readonly by: AlignmentRequest['by'];
  readonly older: ShownOutputs['older'];
}

/**
 * Places two outputs in rows: at once as they come, and by source lines once these are known.
 *
 * @param show is called with each placement, unless the signal was aborted
 * @returns once nothing more will be shown; rejects with a sentence if the code cannot be analysed
 */
export async function alignSides(
  { analysis, lineMaps }: AlignContext,
  { left, right, by, older }: SidesCode,
  show: (shown: ShownOutputs) => void,
  signal: AbortSignal,
): Promise<void> {
  const place = async (leftMap: PackedMap | null, rightMap: PackedMap | null) => {
    const alignment = await analysis.ask('alignOutputs', {
      left: left && outputOf(left, leftMap),
      right: right && outputOf(right, rightMap),
      by,
    });
    if (signal.aborted) return;
    show({ left: left?.compiled ?? null, right: right?.compiled ?? null, alignment, older });
  };
  await place(null, null);
  if (!left || !right || by === 'text' || signal.aborted) return;
  const [leftMap, rightMap] = await Promise.all([
    lineMaps.of(left.compiled, signal),
    lineMaps.of(right.compiled, signal),
  ]);
  if (leftMap && rightMap) await place(packMap(leftMap), packMap(rightMap));
}

function outputOf({ compiled, showsPrelude }: SideCode, map: PackedMap | null): AlignedOutput {
  const { request, code } = compiled;
  return { target: request.target, code, map, sources: textsOf(request), showsPrelude };
}

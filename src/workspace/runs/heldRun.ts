import type { StoreApi } from 'zustand/vanilla';
import { fail, ok } from '#core/util/result.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { HeldRunControls } from '#workspace/workspace.ts';
import type { RunGate } from './runGate.ts';

export function createHeldRun(
  { getState, setState }: StoreApi<WorkspaceState>,
  gate: RunGate,
  source: Pick<Source, 'identity' | 'isForeign' | 'isSiteDemo'>,
  run: () => Promise<void>,
): HeldRunControls {
  return {
    async runHeld() {
      const { held } = getState();
      setState({ held: null });
      if (held?.kind === 'origins') gate.allow(held.origins);
      await run();
    },
    dropHeld: () => setState({ held: null }),
    async fetchRules(descriptor) {
      const foreign = source.isForeign();
      const held = await gate.check({
        source: source.identity(),
        descriptor,
        cause: 'pressed',
        foreign,
        siteDemo: source.isSiteDemo(),
      });
      return held?.kind === 'origins' ? fail(held.origins) : ok({ followsRedirects: !foreign });
    },
    pageHidden: gate.crashRecord.pageHidden,
  };
}

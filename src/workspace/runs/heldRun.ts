import type { StoreApi } from 'zustand/vanilla';
import type { FetchRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { SourceReader } from '#workspace/sources/sourceReader.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { RunGate } from './runGate.ts';

/** What a person can decide about a run that was held back. */
export interface HeldRunControls {
  /** Runs the text, and remembers the origins if it was held back for them. */
  runHeld(): Promise<void>;
  /** Leaves it at that; Run asks again. */
  dropHeld(): void;
  /** To be called when the page goes out of sight or is left, and when it is seen again. */
  pageHidden(hidden: boolean): void;
  /** How tools may fetch what the text names; fails with the origins that nobody has allowed yet. */
  fetchRules(descriptor: RunDescriptor): Promise<Result<FetchRules, readonly string[]>>;
}

export function createHeldRun(
  { getState, setState }: StoreApi<WorkspaceState>,
  gate: RunGate,
  source: Pick<SourceReader, 'identity' | 'isForeign' | 'isSiteDemo'>,
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
        automatic: false,
        foreign,
        siteDemo: source.isSiteDemo(),
      });
      return held?.kind === 'origins' ? fail(held.origins) : ok({ followsRedirects: !foreign });
    },
    pageHidden: gate.crashRecord.pageHidden,
  };
}

import type { Pace, RunReports, UniformValues } from '#core/plan/runControls.ts';
import type { FrameObservers } from './frameObserver.ts';
import type { Presenter } from './presenter.ts';
import type { UniformInputs } from './resources/uniforms.ts';
import type { Screen } from './screen.ts';
import type { Updates } from './takeover.ts';

/**
 * How much of the processors others need: nothing; a share, which they get if slow frames rest in
 * between; or, while live mode or the user waits for the compiler, all of it.
 */
export type ProcessorDemand = 'none' | 'shared' | 'urgent';

export interface RunContext extends RunReports {
  readonly device: GPUDevice;
  readonly presenter: Presenter;
  screen(): Screen | null;
  readonly mouse: UniformInputs['mouse'];
  isKeyDown(name: string): boolean;
  /** The values in a frame at this time of the run. */
  values(seconds: number): UniformValues;
  pace(): Pace;
  /** How much of the processors others need. Software rendering then leaves it to them. */
  demand(): ProcessorDemand;
  readonly observers: FrameObservers;
  /** Rejects if loading fails. */
  loadUpdates(): Promise<Updates>;
  /** Milliseconds of a clock that stops while the page is not visible; see `AwakeTime`. */
  awakeNow(at?: number): number;
  onFirstFrame(): void;
  onUpdateDrawn(): void;
}

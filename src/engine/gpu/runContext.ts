import type { Pace, RunReports, UniformValues } from '#core/plan/runControls.ts';
import type { FrameObservers } from './frameObserver.ts';
import type { Presenter } from './presenter.ts';
import type { UniformInputs } from './resources/uniforms.ts';
import type { Screen } from './screen.ts';
import type { Updates } from './updates.ts';

/**
 * What others need of the processors: nothing; a share, which they have if slow frames rest in
 * between; or, while somebody waits for the compiler, all that they can get.
 */
export type ProcessorDemand = 'none' | 'shared' | 'urgent';

/** What a run is given, and what it tells. */
export interface RunContext extends RunReports {
  readonly device: GPUDevice;
  readonly presenter: Presenter;
  screen(): Screen | null;
  readonly mouse: UniformInputs['mouse'];
  isKeyDown(name: string): boolean;
  /** Of a frame at this time of the run. */
  values(seconds: number): UniformValues;
  /** What runs begin with. */
  pace(): Pace;
  /** What others need of the processors, which a GPU that draws in software leaves to them then. */
  demand(): ProcessorDemand;
  readonly observers: FrameObservers;
  /** Rejects if it cannot be loaded. */
  loadUpdates(): Promise<Updates>;
  /** Milliseconds of a clock that stands still while nobody can see the page; see AwakeTime. */
  awakeNow(at?: number): number;
  /** The first frame of the run is done. */
  onFirstFrame(): void;
  /** The first frame of a version that took another's place is done. */
  onUpdateDrawn(): void;
}

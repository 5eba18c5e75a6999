import { createAnimator } from '#core/plan/animation/animate.ts';
import { suitableAnimations } from '#core/plan/animation/suitableAnimations.ts';
import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type { Animate, ReplayedInputs, UniformValues } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { Recording } from '#tools/timeline/recording/recording.ts';
import { interactiveComponents, suitableValues } from '#workspace/runs/uniformValues.ts';

/** What recorded frames read, for frames that are drawn again. */
export interface RecordedInputs {
  /** For a frame that is replayed; until the next call. */
  of(frame: number, seconds: number): UniformInputs;
  /** For a frame that the run draws. */
  replayed(frame: number): ReplayedInputs;
  /** The program that reads them. */
  setProgram(descriptor: RunDescriptor): void;
}

export interface RecordedInputsOptions {
  readonly recording: Pick<Recording, 'inputsAt' | 'valuesAt'>;
  /** As they are set now. */
  settings(): { readonly uniformValues: UniformValues; readonly animations: UniformAnimations };
}

export function createRecordedInputs({
  recording,
  settings,
}: RecordedInputsOptions): RecordedInputs {
  let components: Parameters<typeof suitableValues>[0] = [];
  let animations: UniformAnimations | null = null;
  let animate: Animate = (values) => values;
  let recorded: UniformValues | null = null;
  let suitable: UniformValues = {};
  /** The same object as long as the user has set nothing, so that animations make none either. */
  const valuesOf = (frame: number) => {
    const values = recording.valuesAt(frame) ?? settings().uniformValues;
    if (values !== recorded) suitable = suitableValues(components, values);
    recorded = values;
    return suitable;
  };
  const animated = (values: UniformValues, seconds: number) => {
    const now = settings().animations;
    if (now !== animations) animate = createAnimator(suitableAnimations(components, now));
    animations = now;
    return animate(values, seconds);
  };
  return {
    of(frame, seconds) {
      const { mouse, keys } = recording.inputsAt(frame);
      const values = animated(valuesOf(frame), seconds);
      return { frame, time: seconds, mouse, isKeyDown: (name) => keys.includes(name), values };
    },
    replayed(frame) {
      const { mouse, keys } = recording.inputsAt(frame);
      return { mouse, keys: new Set(keys), values: valuesOf(frame) };
    },
    setProgram(descriptor) {
      components = interactiveComponents(uniformComponents(descriptor));
      recorded = null;
      animations = null;
    },
  };
}

import {
  animationOf,
  createAnimator,
  suitableAnimations,
  type UniformAnimation,
} from '#core/plan/animation.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { shortFloat } from '#core/plan/sliderNumbers.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { addCommands } from '#ui/commands.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** In seconds. */
const DEFAULT_PERIOD = 4;

export type AnimationSession = ReturnType<typeof createAnimationSession>;

export function createAnimationSession({ workspace }: Pick<ToolContext, 'workspace'>) {
  const { store } = workspace;
  const disposer = createDisposer();
  /** The last animation of each slider by name, including removed ones. */
  const last = new Map<string, UniformAnimation>();
  const apply = (state: WorkspaceState) => {
    for (const [name, animation] of Object.entries(state.animations)) last.set(name, animation);
    const animations = suitableAnimations(shownRun(state).uniforms, state.animations);
    const hasSome = Object.keys(animations).length > 0;
    workspace.setAnimation(hasSome ? createAnimator(animations) : null);
  };
  disposer.add(
    store.subscribe((state, before) => {
      const isSame =
        state.animations === before.animations &&
        // A new runner has no animation yet.
        state.gpu === before.gpu &&
        shownRun(state).uniforms === shownRun(before).uniforms;
      if (!isSame) apply(state);
    }),
  );
  disposer.add(addCommands(() => [removeAllCommand(workspace)]));
  disposer.add(() => workspace.setAnimation(null));
  apply(store.getState());
  return {
    /** Restarts the slider's last animation, or starts a sine over its whole range. */
    start(slider: SliderComponent) {
      const { name } = slider;
      workspace.animateUniform(name, last.get(name) ?? defaultAnimation(slider));
    },
    change(slider: SliderComponent, part: Partial<UniformAnimation>) {
      const animation = animationOf(slider, store.getState().animations);
      if (animation) workspace.animateUniform(slider.name, { ...animation, ...part });
    },
    /** Restores the value from before the animation. */
    remove: ({ name }: SliderComponent) => workspace.animateUniform(name, null),
    dispose: disposer.dispose,
  };
}

function defaultAnimation({ min, max }: SliderComponent): UniformAnimation {
  return { shape: 'sine', from: shortFloat(min), to: shortFloat(max), period: DEFAULT_PERIOD };
}

function removeAllCommand({ store, animateUniform }: ToolContext['workspace']) {
  const names = () => Object.keys(store.getState().animations);
  return {
    id: 'remove-animations',
    title: 'Remove all animations of sliders',
    group: 'Picture',
    whyNot: () => (names().length > 0 ? null : 'No slider is animated.'),
    run() {
      for (const name of names()) animateUniform(name, null);
    },
  } as const;
}

import type { SliderComponent, UniformComponent } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { isSensible, type UniformAnimation, type UniformAnimations } from './uniformAnimation.ts';

/** The animations of these components' sliders, moved into their ranges. Nothing else moves. */
export function suitableAnimations(
  components: readonly UniformComponent[],
  animations: UniformAnimations,
): UniformAnimations {
  const suitable = components.flatMap((component) => {
    const animation = component.type === 'SLIDER' ? animationOf(component, animations) : null;
    return animation ? [[component.name, animation]] : [];
  });
  return Object.fromEntries(suitable);
}

/** The slider's animation, moved into its range; null if it has none, or one that makes no sense. */
export function animationOf(
  { name, min, max }: SliderComponent,
  animations: UniformAnimations,
): UniformAnimation | null {
  // A shader may name a slider `constructor`, which every object answers to.
  const animation = ownValue(animations, name);
  if (!animation || !isSensible(animation)) return null;
  const inRange = (value: number) => Math.min(max, Math.max(min, value));
  return { ...animation, from: inRange(animation.from), to: inRange(animation.to) };
}
